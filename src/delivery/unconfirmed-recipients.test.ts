import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { waitingTransactions } from '../../tests/database/waiting-transactions.ts'
import {
  deliveryOf,
  dropAndDeliver,
  memberFollowedBy,
  statesOf,
} from '../../tests/drop-audience.ts'
import { confirmEmail } from '../../tests/member-actions.ts'
import { type Client, day, type Member, openTestApp } from '../../tests/test-app.ts'
import { onPostgres } from '../../tests/test-database.ts'
import { replaceEmail } from '../operations/operator/replace-email.ts'
import { maxMailsUnconfirmed } from './unconfirmed-recipients.ts'

const app = await openTestApp()
const { db } = app.context
beforeEach(() => {
  app.mailbox.behave()
  app.mailbox.clear()
})

const newStar = (...fans: Client[]) => memberFollowedBy(app, ...fans)

const retry = (star: Client) => star.call('POST', '/api/drops/1/delivery/retry')

const dropMailsTo = ({ email }: Member) =>
  app.mailbox.mails.filter(
    ({ to, parsed }) => to[0] === email && / dropped /.test(parsed.subject ?? ''),
  )

/** Stars who dropped for an account, whose mailbox was full. */
async function failedStars(fan: Member, count: number) {
  app.mailbox.behave({
    recipient: to => (to === fan.email ? { code: 552, text: '5.2.2 Full' } : 'accept'),
  })
  const stars: Client[] = []
  for (let n = 0; n < count; n++) {
    const star = await newStar(fan)
    expect(await dropAndDeliver(star)).toMatchObject({ failed: 1 })
    stars.push(star)
  }
  app.mailbox.behave()
  return stars
}

test('“Try again” does not bring an account with an unconfirmed address a fourth drop mail', async () => {
  const fan = await app.member()
  const stars = await failedStars(fan, 2)
  app.pass(2 * day)
  for (let n = 0; n < 2; n++)
    expect(await dropAndDeliver(await newStar(fan))).toMatchObject({ sent: 1 })
  app.pass(2 * day)
  for (const star of stars) expect((await retry(star)).status).toBe(200)
  const [first, second] = stars
  if (!first || !second) throw new Error('There are two stars')
  await expect.poll(() => statesOf(first)).toMatchObject({ sent: 1 })
  await expect.poll(() => statesOf(second)).toMatchObject({ skipped: 1 })
  const { undelivered, retryable } = await deliveryOf(second)
  expect(undelivered[0]?.reason).toMatch(/not confirmed their address/)
  expect(retryable).toBe(0)
  expect(dropMailsTo(fan)).toHaveLength(3)
})

test('“Try again” counts towards the three drop mails a day of a mailbox', async () => {
  const fan = await app.member()
  const stars = await failedStars(fan, 2)
  for (const star of stars) expect((await retry(star)).status).toBe(200)
  const [first, second] = stars
  if (!first || !second) throw new Error('There are two stars')
  await expect.poll(() => statesOf(first)).toMatchObject({ sent: 1 })
  await expect.poll(() => statesOf(second)).toMatchObject({ skipped: 1 })
})

test('What may have arrived at an email is not sent again to the one that replaces it', async () => {
  const fan = await app.member()
  await confirmEmail(app, fan)
  for (let n = 0; n <= maxMailsUnconfirmed; n++)
    expect(await dropAndDeliver(await newStar(fan))).toMatchObject({ sent: 1 })
  const ofFan = sql<boolean>`follow_id in (select follow_id from recipients where user_id = ${fan.id})`
  const later = new Date(app.context.clock.now().getTime() + day)
  await db
    .updateTable('drop_notifications')
    .set({ status: 'unknown', next_attempt_at: later, sent_at: null })
    // A sender has claimed them, and would send them by its lease.
    .set({ leased_by: crypto.randomUUID(), leased_until: later })
    .where(ofFan)
    .execute()
  await replaceEmail(app.context, fan.id, `new-${fan.email}`)
  const left = db
    .selectFrom('drop_notifications')
    .select(['status', 'next_attempt_at', 'leased_by'])
  expect(await left.where(ofFan).execute()).toEqual(
    Array(maxMailsUnconfirmed + 1).fill({
      status: 'unknown',
      next_attempt_at: null,
      leased_by: null,
    }),
  )
})

test('A drop mail that is tried again has the link of its first attempt', async () => {
  const fan = await app.member()
  const star = await newStar(fan)
  const links = () => db.selectFrom('email_confirmations').select('token_hash').execute()
  const before = await links()
  app.mailbox.behave({ recipient: () => ({ code: 552, text: '5.2.2 Full' }) })
  await dropAndDeliver(star, 'Listen')
  const first = await links()
  expect(first).toHaveLength(before.length + 1)
  app.mailbox.behave()
  expect((await retry(star)).status).toBe(200)
  await expect.poll(() => statesOf(star)).toMatchObject({ sent: 1 })
  expect(await links()).toEqual(first)
})

test.runIf(onPostgres)(
  'A drop reaches an account whose address the operator replaces while the drop is enqueued',
  async () => {
    const fan = await app.member()
    const star = await newStar(fan)
    const errors = vi.spyOn(app.context.log, 'error')
    await sql`create function pause() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(1);
        return new;
      end $$`.execute(db)
    await sql`create trigger pause before insert on drop_notifications
      for each row execute function pause()`.execute(db)
    const email = 'moved@mail.test'
    await db.connection().execute(async connection => {
      await sql`select pg_advisory_lock(1)`.execute(connection)
      await star.call('POST', '/api/drops', {})
      await expect.poll(() => waitingTransactions(db)).toBe(1)
      await replaceEmail(app.context, fan.id, email)
      await sql`select pg_advisory_unlock(1)`.execute(connection)
    })
    await expect.poll(() => statesOf(star)).toMatchObject({ sent: 1 })
    expect(dropMailsTo({ ...fan, email })).toHaveLength(1)
    expect(errors.mock.calls).toEqual([])
    await sql`drop function pause() cascade`.execute(db)
  },
)
