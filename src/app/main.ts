import { readConfig, SettingError } from '../platform/config.ts'
import { openBrowserBuild } from './pages/browser-build.ts'
import { start } from './start.ts'

// The process that `npm start` runs once everything is built: dist/server/main.js.
try {
  const config = readConfig(process.env)
  const running = await start(config, await openBrowserBuild(process.cwd()))
  const outbox = running.outbox ? `\nOutbox: ${running.outbox}` : ''
  if (running.url) process.stdout.write(`${config.brand} is at ${running.url}${outbox}\n`)
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    running.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
