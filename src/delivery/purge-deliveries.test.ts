import { expect, test } from 'vitest'
import {
  deliveryOf,
  dropAndDeliver,
  memberFollowedBy,
  memberWithFollowers,
  saveTracks,
  statesOf,
} from '../../tests/drop-audience.ts'
import { day, type Member, openTestApp, runJob } from '../../tests/test-app.ts'
import { setEmailConfirmed } from '../members/email/set-email-confirmed.ts'
import { accountParts } from '../operations/account-parts.ts'
import { deliverDrop, deliverIncomplete } from './deliver-drop.job.ts'
import { purgeDeliveries } from './purge-deliveries.job.ts'

const app = await openTestApp()

const recordEnded = () => runJob(deliverIncomplete, { ...app.context, notifySender() {} }, {})
async function purge() {
  await recordEnded()
  await runJob(purgeDeliveries, app.context, {})
}

/** Moves the clock on and signs in again, because a session ends after 30 days. */
async function wait(days: number, member: Member) {
  app.pass(days * day)
  const { status } = await member.call('POST', '/api/login', {
    email: member.email,
    password: 'correct horse',
  })
  expect(status).toBe(200)
}

test('After a year the owner of a drop sees the same counts, no longer who, and nobody gets it again', async () => {
  const member = await memberWithFollowers(app, 6)
  const rejected = [member.follower(1), member.follower(2)]
  app.mailbox.behave({
    recipient: to => (rejected.includes(to) ? { code: 550, text: '5.7.1 No' } : 'accept'),
  })
  await dropAndDeliver(member)
  const before = await deliveryOf(member, 1)
  expect(before).toMatchObject({
    states: { sent: 4, failed: 2, audience: 6 },
    total: 2,
    isPurged: false,
  })
  await wait(364, member)
  await purge()
  expect(await deliveryOf(member, 1)).toEqual(before)
  await saveTracks(member, 2)
  await dropAndDeliver(member)
  const recent = await deliveryOf(member, 2)

  app.pass(2 * day)
  for (let times = 0; times < 2; times++) await purge()
  const after = await deliveryOf(member, 1)
  expect(after).toEqual({
    ...before,
    retryable: 0,
    retryableFailed: 0,
    undelivered: [],
    total: 0,
    isPurged: true,
  })
  expect(await deliveryOf(member, 2)).toEqual(recent)
  const { body: history } = await member.call<{ drop_followers: number }[]>('GET', '/api/drops')
  expect(history.map(drop => drop.drop_followers)).toEqual([6, 6])

  const { id } = await app.context.db
    .selectFrom('drops')
    .select('id')
    .where('drop_number', '=', 1)
    .executeTakeFirstOrThrow()
  await runJob(deliverDrop, { ...app.context, notifySender() {} }, { dropId: id })
  await recordEnded()
  expect((await member.call('POST', '/api/drops/1/delivery/retry')).status).toBe(200)
  expect((await member.call('POST', '/api/drops/1/delivery/stop')).status).toBe(409)
  expect(await deliveryOf(member, 1)).toEqual(after)
  await saveTracks(member, 3)
  app.pass(8 * day)
  await dropAndDeliver(member)
  expect(member.reached().length).toBe(3 * 4)
})

test('A drop that waits for over a year keeps what is not sent yet', async () => {
  const member = await memberWithFollowers(app, 3)
  app.mailbox.behave({ recipient: () => ({ code: 451, text: '4.3.0 Later' }) })
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  await expect.poll(() => statesOf(member)).toMatchObject({ retry: 3 })
  await app.context.db
    .updateTable('drops')
    .set({ created_at: new Date(app.context.clock.now().getTime() - 366 * day) })
    .execute()
  await purge()
  expect(await statesOf(member)).toMatchObject({ retry: 3, audience: 3 })
  app.mailbox.behave()
  app.pass(day)
  await expect.poll(() => statesOf(member)).toMatchObject({ sent: 3 })
})

test('An account with an unconfirmed email does not get more than three drops because the first are old', async () => {
  const fan = await app.member()
  const star = await memberFollowedBy(app, fan)
  for (let tracks = 1; tracks <= 4; tracks++) {
    await saveTracks(star, (tracks % 2) + 1)
    expect(await dropAndDeliver(star)).toMatchObject({ sent: tracks <= 3 ? 1 : 0 })
    await wait(366, star)
    await purge()
  }
})

test('What an account got more than a year before it confirmed its email is deleted when it does', async () => {
  const { db, clock } = app.context
  const fan = await app.member()
  const star = await memberFollowedBy(app, fan)
  const received = () =>
    db
      .selectFrom('drop_notifications')
      .innerJoin('drops', 'drops.id', 'drop_id')
      .innerJoin('recipients', 'recipients.follow_id', 'drop_notifications.follow_id')
      .select('drop_number')
      .where('recipients.user_id', '=', fan.id)
      .execute()
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 1 })
  await wait(366, star)
  await saveTracks(star, 2)
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 1 })
  await purge()
  expect(await received()).toHaveLength(2)
  await db
    .transaction()
    .execute(trx => setEmailConfirmed({ accountParts }, trx, fan.id, clock.now()))
  expect(await received()).toEqual([{ drop_number: 2 }])
  expect(await statesOf(star, 1)).toMatchObject({ sent: 1, audience: 1 })
})
