import { spawn } from 'node:child_process'
import { build } from 'vite'

// What is developed on is what is served later: both builds follow the sources, and Node restarts
// the server when its own files or the renderer change.
await Promise.all([watch(false), watch(true)])
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'scripts/serve.ts'], {
  stdio: 'inherit',
})
server.on('exit', code => process.exit(code ?? 1))

/** Builds and keeps building; resolves after the first build. */
async function watch(ssr: boolean) {
  const watcher = await build({ logLevel: 'warn', build: { ssr, watch: {} } })
  if (!('on' in watcher)) throw new Error('The builder does not watch')
  await new Promise<void>((resolve, reject) => {
    watcher.on('event', event => {
      if (event.code === 'END') resolve()
      if (event.code === 'ERROR') reject(event.error)
    })
  })
}
