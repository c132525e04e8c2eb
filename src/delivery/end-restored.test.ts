import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { actWhileLocked } from '../../tests/database/waiting-transactions.ts'
import { drainQueue } from '../../tests/drain-queue.ts'
import {
  dropAndDeliver,
  memberFollowedBy,
  memberWithFollowers,
  saveTracks,
  statesOf,
} from '../../tests/drop-audience.ts'
import { confirmedMember } from '../../tests/member-actions.ts'
import { type Client, day, hour, minute, openTestApp, runJob } from '../../tests/test-app.ts'
import { onPostgres } from '../../tests/test-database.ts'
import { queueReminders } from '../drops/reminder/queue-reminders.job.ts'
import { controlMail } from '../mail/pausing/mail-controls.ts'
import { deliverIncomplete } from './deliver-drop.job.ts'
import { endRestored, findRestored } from './end-restored.ts'

const app = await openTestApp()
const { db, clock } = app.context

const resume = () => controlMail(db, 'resume', clock.now())

async function skipAndResume() {
  const restored = await findRestored(db)
  if (!restored) throw new Error('Mail is not paused')
  await endRestored(db, restored)
  await resume()
  return restored
}

/** Publishes a drop and returns once its recipients have rows: its states count them before that. */
async function publish(star: Client) {
  const { body } = await star.call<{ id: number }>('POST', '/api/drops', {})
  await drainQueue(app, 'deliver-drop')
  return body.id
}

test.runIf(onPostgres)('A mail that a sender reports as sent meanwhile stays sent', async () => {
  const star = await memberWithFollowers(app, 1)
  await controlMail(db, 'pause', clock.now())
  const dropId = await publish(star)
  await controlMail(db, 'pause', new Date(clock.now().getTime() + 1_000))
  const restored = await findRestored(db)
  if (!restored) throw new Error('Mail is not paused')
  await actWhileLocked(db, {
    lock: trx =>
      trx
        .updateTable('drop_notifications')
        .set({ status: 'sent', sent_at: clock.now() })
        .where('drop_id', '=', dropId)
        .execute(),
    act: () => endRestored(db, restored),
  })
  expect(await statesOf(star)).toMatchObject({ sent: 1, skipped: 0 })
  await resume()
})

test('What was due before the pause ends without being sent, and what came after it is sent', async () => {
  const star = await memberWithFollowers(app, 3)
  const deferred = await memberWithFollowers(app, 1)
  const later = await memberWithFollowers(app, 1)
  app.mailbox.behave({ recipient: () => ({ code: 451, text: 'Later' }) })
  await deferred.call('POST', '/api/drops', {})
  await expect.poll(() => statesOf(deferred)).toMatchObject({ retry: 1 })
  app.mailbox.behave()
  // A backup that was made during a pause: it has begun before the drop.
  await controlMail(db, 'pause', clock.now())
  await publish(star)
  await app.visitor().call('POST', '/api/forgot-password', { email: star.email })
  await drainQueue(app, 'request-reset')
  await controlMail(db, 'pause', new Date(clock.now().getTime() + 1_000))
  app.pass(2_000)
  await publish(later)
  const { drops, weekly, account } = await skipAndResume()
  expect(drops).toEqual([{ id: expect.any(Number), username: star.username, number: 1, count: 3 }])
  expect({ weekly, account }).toEqual({ weekly: 0, account: expect.any(Number) })
  await expect.poll(() => statesOf(later)).toMatchObject({ sent: 1 })
  expect(await statesOf(star)).toMatchObject({ skipped: 3, pending: 0, sent: 0 })
  app.pass(hour)
  await expect.poll(() => statesOf(deferred)).toMatchObject({ sent: 1 })
  const { body } = await star.call<{ undelivered: { reason: string }[] }>(
    'GET',
    '/api/drops/1/delivery',
  )
  expect(body.undelivered[0]?.reason).toMatch(/restored from a backup/)
})

test('A weekly mail that was due before the pause ends with its deliveries, and a later one comes on its Friday', async () => {
  const fan = await app.member()
  await fan.call('PUT', '/api/user/mail-frequency', { frequency: 'weekly', timeZone: 'UTC' })
  const [first, second] = [await memberFollowedBy(app, fan), await memberFollowedBy(app, fan)]
  await controlMail(db, 'pause', clock.now())
  await publish(first)
  app.pass(7 * day)
  await controlMail(db, 'pause', clock.now())
  expect(await skipAndResume()).toMatchObject({ drops: [], weekly: 1 })
  await publish(second)
  expect(await statesOf(first)).toMatchObject({ skipped: 1, weekly: 0 })
  await controlMail(db, 'pause', clock.now())
  expect(await skipAndResume()).toMatchObject({ weekly: 0 })
  app.pass(7 * day)
  await drainQueue(app, 'weekly-mail')
  await expect.poll(() => statesOf(second)).toMatchObject({ sent: 1 })
})

test('A reminder that was due before the pause is not mailed again, although it was queued after it', async () => {
  const member = await confirmedMember(app)
  await saveTracks(member)
  await member.call('PUT', '/api/drops/reminder', { isOn: true })
  await member.call('POST', '/api/drops', {})
  app.pass(7 * day + minute)
  await controlMail(db, 'pause', clock.now())
  app.pass(minute)
  await runJob(queueReminders, app.context, {})
  expect(await skipAndResume()).toMatchObject({ account: 1 })
})

test('A weekly mail whose Friday was before the pause is not sent again, although its drop was enqueued after it', async () => {
  const fan = await app.member()
  await fan.call('PUT', '/api/user/mail-frequency', { frequency: 'weekly', timeZone: 'UTC' })
  const star = await memberFollowedBy(app, fan)
  const id = await publish(star)
  // The backup was made after the drop was committed and before its recipients were enqueued.
  await db.deleteFrom('drop_notifications').where('drop_id', '=', id).execute()
  await db.deleteFrom('mails').where('kind', '=', 'weekly-mail').execute()
  await db.updateTable('drops').set({ enqueued_at: null }).where('id', '=', id).execute()
  app.pass(8 * day)
  await controlMail(db, 'pause', clock.now())
  app.pass(minute)
  await runJob(deliverIncomplete, { ...app.context, notifySender() {} }, {})
  expect(await skipAndResume()).toMatchObject({ weekly: 1 })
})

test('What is made after a restore has other ids than what was lost, whose mails people have', async () => {
  const star = await memberWithFollowers(app, 1)
  const drop = async () => {
    app.mailbox.clear()
    await dropAndDeliver(star)
    const mail = app.mailbox.mails.find(({ to }) => to[0] === star.follower())
    const delivery = await db
      .selectFrom('drop_notifications')
      .innerJoin('drops', 'drops.id', 'drop_id')
      .select(['drop_notifications.id', 'drop_id'])
      .where('user_id', '=', star.id)
      .executeTakeFirstOrThrow()
    return { ...delivery, messageId: mail?.parsed.messageId }
  }
  const lost = await drop()
  // The restored database has given neither of the two ids.
  await db.deleteFrom('drops').where('id', '=', lost.drop_id).execute()
  await sql`alter table drops alter column id restart with ${sql.lit(lost.drop_id)}`.execute(db)
  await sql`alter table drop_notifications alter column id restart with ${sql.lit(lost.id)}`.execute(
    db,
  )
  await controlMail(db, 'pause', clock.now())
  await resume()
  const made = await drop()
  expect(made.id).toBeGreaterThan(lost.id)
  expect(made.messageId).not.toBe(lost.messageId)
})
