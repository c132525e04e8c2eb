// @module-tag both-engines
// @module-tag resilience
import { expect, test } from 'vitest'
import { addMails, eachMail, statesOfMails } from '../../../tests/each-mail.ts'
import { openKillableWorker } from '../../../tests/processes/killable-worker.ts'
import { createDrop } from '../../../tests/processes/worker-processes.ts'
import { day, minute } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { countDeliveries } from '../delivery.queries.ts'

// KILLS=50 FOLLOWERS=5000 runs the test of drops at full size.
const kills = Number(process.env.KILLS ?? 1)
/** PostgreSQL needs more than one range of `enqueueRecipients`, so that a kill can happen between two ranges. */
const audience = Number(process.env.FOLLOWERS ?? (onPostgres ? 1_200 : 200))
const connections = 10
const nextWeek = 8 * day
const worker = await openKillableWorker()
const { mailbox, reached, withDatabase } = worker

test(
  'However often a worker is killed, everybody gets a drop and few get it twice',
  async () => {
    const dropId = await withDatabase(database => createDrop(database, audience))
    let starts = 0
    const start = () => worker.start(starts++ * minute)
    for (let kill = 0; kill < kills; kill++) {
      // Spread over the first nine tenths of the mails, with a random offset.
      const mails = Math.floor(((kill + Math.random()) / kills) * audience * 0.9)
      start()
      await expect.poll(reached, { timeout: 45_000, interval: 20 }).toBeGreaterThanOrEqual(mails)
      await worker.kill()
      expect(reached()).toBeLessThan(audience)
    }
    // Mails in flight at a kill have arrived, but their outcome was not written: they are sent again.
    const states = () => withDatabase(({ db }) => countDeliveries(db, dropId))
    for (let times = 0; times < 3 && (await states()).sent < audience; times++) {
      const { sent } = await states()
      start()
      await mailbox.waitFor(mailbox.mails.length + audience - sent, 45_000)
      await worker.stop()
    }
    expect(await states()).toMatchObject({ sent: audience, audience })
    expect(reached()).toBe(audience)
    expect(mailbox.mails.length - audience).toBeLessThanOrEqual(connections * kills)
    const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
    expect(new Set(ids).size).toBe(audience)
  },
  180_000 + kills * 20_000,
)

test.skipIf(!onPostgres).each(eachMail.filter(kind => kind !== 'drop'))(
  'A worker that is killed while it sends mails of the kind %s loses none, and few arrive twice',
  async kind => {
    const recipients = 60
    const ahead = nextWeek * (eachMail.indexOf(kind) + 1)
    await withDatabase(database => addMails(database, kind, recipients, ahead))
    const before = (await withDatabase(({ db }) => statesOfMails(db))).sent ?? 0
    mailbox.clear()
    worker.start(ahead)
    await expect.poll(reached, { timeout: 45_000, interval: 5 }).toBeGreaterThan(0)
    await worker.kill()
    expect(reached()).toBeLessThan(recipients)
    worker.start(ahead + minute)
    const sent = () => withDatabase(async ({ db }) => (await statesOfMails(db)).sent)
    await expect.poll(sent, { timeout: 45_000 }).toBe(before + recipients)
    await worker.stop()
    expect(reached()).toBe(recipients)
    expect(mailbox.mails.length - recipients).toBeLessThanOrEqual(connections)
    const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
    expect(new Set(ids).size).toBe(recipients)
  },
  240_000,
)
