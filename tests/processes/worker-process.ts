import { run } from '../../src/app/run.ts'
import { noBrowserBuild } from '../no-browser-build.ts'

// The app in a separate process, for tests that kill or stop it. Its clock is CLOCK_AHEAD milliseconds
// ahead. SIGTERM shuts it down gracefully.
const ahead = Number(process.env.CLOCK_AHEAD ?? 0)
const clock = { now: () => new Date(Date.now() + ahead) }
await run(process.env, async () => noBrowserBuild, clock)
