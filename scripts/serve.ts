import { loadBuild } from '../src/app/build.ts'
import { start } from '../src/app/start.ts'
import { readConfig, SettingError } from '../src/platform/config.ts'

try {
  const config = readConfig(process.env)
  const running = await start(config, await loadBuild(process.cwd()))
  const outbox = running.outbox ? `\nOutbox: ${running.outbox}` : ''
  if (running.url) console.log(`${config.brand} is at ${running.url}${outbox}`)
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
  console.error(error.message)
  process.exit(1)
}
