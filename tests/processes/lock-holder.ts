import { once } from 'node:events'
import { lockDirectory } from '../../src/platform/database/directory-lock.ts'

// Tries to lock the folder of its argument when its input gets a line, prints the outcome, and keeps the lock
// until it is killed or its input ends.
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const lock = await lockDirectory(
  process.argv[2] ?? '',
  async request => `${request} to ${process.pid}`,
)
process.stdout.write(lock ? 'locked\n' : 'refused\n')
await once(process.stdin.resume(), 'end')
await lock?.release()
