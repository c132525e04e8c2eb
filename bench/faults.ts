import { join } from 'node:path'
import { buildWorker, faultTableFile } from '../tests/build-worker.ts'

// npm run bench:faults -- [followers] [seconds unreachable] [seconds silent]

await buildWorker()
await import(join(process.cwd(), faultTableFile))
