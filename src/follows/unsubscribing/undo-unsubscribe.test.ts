import { expect, test } from 'vitest'
import { actWhileLocked } from '../../../tests/database/waiting-transactions.ts'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { linkIn } from '../../../tests/drop-audience.ts'
import { openFollowFixture } from '../../../tests/follow-fixture.ts'
import { followByEmail } from '../../../tests/member-actions.ts'
import { day, minute } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { suppress } from '../../mail/mailboxes/suppression.ts'
import { unsubscribeFromAll } from './unsubscribe.ts'

const app = await openFollowFixture()
const { follow, followers, newestStopToken, unsubscribe } = app

async function newFollower(email: string, count = 2) {
  const stars = []
  for (let n = 0; n < count; n++) {
    const star = await app.member()
    stars.push(star)
    await followByEmail(app, star, email)
  }
  app.mailbox.clear()
  return { stars, stopToken: await newestStopToken() }
}

const stoppedMails = async (email: string) => {
  await drainQueue(app, 'mail-stopped')
  return app.mailbox.mails.filter(
    ({ to, parsed }) => to[0] === email && /is stopped/.test(parsed.subject ?? ''),
  )
}

const undo = (token: string | null) =>
  app.visitor().call('POST', '/api/follows/unsubscribe/undo', { token })

const followersOf = (stars: { username: string }[]) =>
  Promise.all(stars.map(({ username }) => followers(username)))

test('Who stops all mail by a forwarded mail is told of to its owner, who undoes it by one click', async () => {
  const email = 'owner@mail.test'
  const { stars, stopToken } = await newFollower(email)
  expect((await unsubscribe(stopToken, true)).status).toBe(200)
  expect(await followersOf(stars)).toEqual([0, 0])
  app.pass(minute)
  expect((await unsubscribe(stopToken, true)).status).toBe(200)
  const mails = await stoppedMails(email)
  expect(mails).toHaveLength(1)

  const link = linkIn(mails[0], 'Undo')
  const page = await app.visitor().call('GET', link.pathname + link.search)
  expect(await page.response.text()).toContain('Get mail again?')
  expect(await followersOf(stars)).toEqual([0, 0])
  const token = link.searchParams.get('token')
  expect((await undo(token)).status).toBe(200)
  expect(await followersOf(stars)).toEqual([1, 1])
  expect((await undo(token)).status).toBe(200)
  expect((await undo(`${token}x`)).status).toBe(400)
})

test('Undoing a stop does not start follows that were ended one by one before or after it', async () => {
  const email = 'leaver@mail.test'
  const { stars, stopToken } = await newFollower(email, 3)
  await unsubscribe(stopToken)
  app.pass(minute)
  expect((await unsubscribe(stopToken, true)).status).toBe(200)
  const token = linkIn((await stoppedMails(email))[0], 'Undo').searchParams.get('token')
  expect((await undo(token)).status).toBe(200)
  expect(await followersOf(stars)).toEqual([1, 1, 0])
  app.pass(minute)
  const { id } = await app.context.db
    .selectFrom('recipients')
    .select('follow_id as id')
    .where('address', '=', email)
    .orderBy('follow_id')
    .executeTakeFirstOrThrow()
  const first = await app.stopTokenOf(id)
  expect((await unsubscribe(first)).status).toBe(200)
  expect((await undo(token)).status).toBe(200)
  expect(await followersOf(stars)).toEqual([0, 1, 0])
})

test('A stop ends the follows of every spelling of the mailbox, and its undo starts them again', async () => {
  const spellings = ['spelled+radr@mail.test', 'Spelled@mail.test']
  const followers = []
  for (const email of spellings) followers.push(await newFollower(email, 1))
  const stars = followers.flatMap(({ stars }) => stars)
  const [first, second] = followers
  expect((await unsubscribe(first?.stopToken ?? '', true)).status).toBe(200)
  expect(await followersOf(stars)).toEqual([0, 0])
  const mails = await stoppedMails('spelled+radr@mail.test')
  app.pass(minute)
  expect((await unsubscribe(second?.stopToken ?? '', true)).status).toBe(200)
  expect(await stoppedMails('Spelled@mail.test')).toEqual([])
  const token = linkIn(mails[0], 'Undo').searchParams.get('token')
  expect((await undo(token)).status).toBe(200)
  expect(await followersOf(stars)).toEqual([1, 1])
})

test('Undoing a stop brings its follows back also when one of them has begun again since', async () => {
  const email = 'returned@mail.test'
  const { stars, stopToken } = await newFollower(email, 3)
  expect((await unsubscribe(stopToken, true)).status).toBe(200)
  const token = linkIn((await stoppedMails(email))[0], 'Undo').searchParams.get('token')
  app.pass(8 * day)
  await followByEmail(app, { username: stars[0]?.username ?? '' }, email)
  expect(await followersOf(stars)).toEqual([1, 0, 0])
  expect((await undo(token)).status).toBe(200)
  expect(await followersOf(stars)).toEqual([1, 1, 1])
})

test('Nobody is told of a stop at an email that nobody has confirmed', async () => {
  const [star, fan] = [await app.member(), await app.member()]
  expect((await follow(fan, star.username)).status).toBe(201)
  expect((await unsubscribe(await newestStopToken(), true)).status).toBe(200)
  expect(await stoppedMails(fan.email)).toEqual([])
})

test('The link to undo a stop says after a complaint that mail stays stopped, and starts no follow', async () => {
  const email = 'complained@mail.test'
  const { stars, stopToken } = await newFollower(email, 1)
  expect((await unsubscribe(stopToken, true)).status).toBe(200)
  const link = linkIn((await stoppedMails(email))[0], 'Undo')
  await suppress(app.context.db, email, 'complaint', 'abuse')
  expect(await undo(link.searchParams.get('token'))).toMatchObject({
    status: 400,
    body: { code: 'invalid_token', message: expect.stringContaining('reported as spam') },
  })
  const page = await app.visitor().call('GET', link.pathname + link.search)
  expect(await page.response.text()).toContain('reported as spam')
  expect(await followersOf(stars)).toEqual([0])
})

test.runIf(onPostgres)(
  'An undo that waits for a complaint says that mail stays stopped',
  async () => {
    const { db, clock } = app.context
    const email = 'complaining@mail.test'
    const { stars, stopToken } = await newFollower(email, 1)
    expect((await unsubscribe(stopToken, true)).status).toBe(200)
    const token = linkIn((await stoppedMails(email))[0], 'Undo').searchParams.get('token')
    const undone = await actWhileLocked(db, {
      lock: trx => unsubscribeFromAll(trx, email, clock.now()),
      act: () => undo(token),
      last: trx => suppress(trx, email, 'complaint', 'abuse'),
    })
    expect(undone).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
    expect(await followersOf(stars)).toEqual([0])
  },
)
