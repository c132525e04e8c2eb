import { expect, test } from 'vitest'
import { actWhileLocked } from '../../tests/database/waiting-transactions.ts'
import { drainQueue } from '../../tests/drain-queue.ts'
import { memberFollowedBy, memberWithFollowers, statesOf } from '../../tests/drop-audience.ts'
import { type Client, day, hour, openTestApp } from '../../tests/test-app.ts'
import { onPostgres } from '../../tests/test-database.ts'
import { controlMail } from '../mail/pausing/mail-controls.ts'
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
