import { jobKinds, startWorker } from '../src/app/worker.ts'
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
const queue = await openQueue(database, jobKinds, { works: true, log })
const clock = { now: () => new Date(Date.now() + ahead) }
const linkKey = await loadSecret(db, 'links')
const worker = await startWorker(
  { config, db, queue, clock, log, linkKey },
  {
    // Pages and mails are made by the build, which this process does without.
    renderPage: () => Promise.reject(new Error('There are no pages here')),
    renderMail: ({ kind }) => ({ subject: kind, html: `<p>${kind}</p>`, text: kind }),
  },
)
process.once('SIGTERM', async () => {
  await queue.stop()
  await worker.stop()
  await database.close()
  process.exit(0)
})
