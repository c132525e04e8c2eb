import { jobs } from '../src/app/jobs.ts'
import { startWorker } from '../src/app/worker.ts'
import { productionCost } from '../src/members/passwords.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/database.ts'
import { openLog } from '../src/platform/log.ts'
import { openQueue } from '../src/platform/queue.ts'
import { loadSecret } from '../src/platform/secrets.ts'

// A worker in a process of its own, for tests that kill it. CLOCK_AHEAD (milliseconds) stands for the
// time that passed while nothing ran. A signal ends it in order.
const config = readConfig(process.env)
const ahead = Number(process.env.CLOCK_AHEAD)
const log = openLog('error')
const database = await openDatabase(config)
const { db } = database
const queue = await openQueue(database, jobs, { works: true, log })
const clock = { now: () => new Date(Date.now() + ahead) }
const linkKey = await loadSecret(db, 'links')
const context = { config, db, queue, clock, log, linkKey, passwordCost: productionCost }
const worker = await startWorker(context)
process.once('SIGTERM', async () => {
  await queue.stop()
  await worker.stop()
  await database.close()
  process.exit(0)
})
