import { start } from '../src/app/start.ts'
import { readConfig } from '../src/platform/config.ts'
import { noBrowserBuild } from './no-browser-build.ts'

// The app in a separate process, for tests that kill or stop it. Its clock is CLOCK_AHEAD milliseconds
// ahead. SIGTERM shuts it down gracefully.
const ahead = Number(process.env.CLOCK_AHEAD ?? 0)
const clock = { now: () => new Date(Date.now() + ahead) }
const app = await start(readConfig(process.env), noBrowserBuild, clock)
process.once('SIGTERM', async () => {
  await app.stop()
  process.exit(0)
})
