import { expect, test } from 'vitest'
import { waitingTransactions } from '../../tests/database/waiting-transactions.ts'
import { mailedToken } from '../../tests/mailed-token.ts'
import { hour, openTestApp, type TestApp } from '../../tests/test-app.ts'
import { onPostgres } from '../../tests/test-database.ts'
import { unsubscribeTokenOf, weeklyTokenOf } from '../../tests/unsubscribe-token-of.ts'
import { addressToken } from '../mail/links/mail-links.ts'
import { findMemberByName } from '../members/members.queries.ts'
import type { Transaction } from '../platform/database.ts'
import { lockCurrentFollow } from './follows.queries.ts'
import { mergeEmailFollows } from './subscribers/merge-email-follows.ts'
import { lockLinkedSubscriber } from './subscribers/subscribers.queries.ts'

const app = await openTestApp()
const { context } = app
const { db, clock, linkKey } = context

type Member = Awaited<ReturnType<TestApp['member']>>
/** The ids of the account's follow, which the merge replaces, and of the one by email. */
type Follows = { fan: Member; star: Member; byAccount: number; byEmail: number }

const post = (path: string, body: unknown) => app.visitor().call('POST', path, body)

/** Each looks the follow up and then changes it. `prepare` returns the request. */
const ways: [
  string,
  { is: object; prepare(follows: Follows): Promise<() => Promise<{ status: number }>> },
][] = [
  [
    'Unfollow on the page',
    {
      is: { isFollowing: false },
      prepare: async ({ fan, star }) => {
        return () => fan.call('DELETE', `/api/users/${star.username}/followers`)
      },
    },
  ],
  [
    'Remove on the list of followers',
    {
      is: { isFollowing: false },
      prepare: async ({ star, byAccount }) => {
        return () => star.call('DELETE', `/api/followers/${byAccount}`)
      },
    },
  ],
  [
    'Block on the list of followers',
    {
      is: { isFollowing: false },
      prepare: async ({ star, byAccount }) => {
        return () => star.call('POST', `/api/followers/${byAccount}/block`)
      },
    },
  ],
  [
    'the link to unsubscribe in a mail about the follow',
    {
      is: { isFollowing: false },
      prepare: async ({ byAccount }) => {
        const token = await unsubscribeTokenOf(context, byAccount)
        return () => post('/api/follows/unsubscribe', { token })
      },
    },
  ],
  [
    'the link to end weekly mail',
    {
      is: { isFollowing: true, withoutMail: true },
      prepare: async ({ byEmail }) => {
        const token = await weeklyTokenOf(context, byEmail)
        return () => post('/api/follows/unsubscribe', { token })
      },
    },
  ],
  [
    'the link to choose no mail',
    {
      is: { isFollowing: true, withoutMail: true },
      prepare: async ({ fan, byAccount }) => {
        const token = addressToken('choices', byAccount, fan.email, linkKey)
        return () => post('/api/mail-choices', { token, mail: false, frequency: 'single' })
      },
    },
  ],
  [
    'No mail on the page',
    {
      is: { isFollowing: true, withoutMail: true },
      prepare: async ({ fan, star }) => {
        return () => fan.call('PUT', `/api/users/${star.username}/followers/mail`, { mail: false })
      },
    },
  ],
  [
    'Notifications on the page',
    {
      is: { isFollowing: true },
      prepare: async ({ fan, star }) => {
        return () => fan.call('PUT', `/api/users/${star.username}/followers/push`, { push: true })
      },
    },
  ],
]

test.runIf(onPostgres).each(ways)(
  'Who leaves or chooses while their email is being confirmed has done so: %s',
  async (_way, { is, prepare }) => {
    const follows = await followTwice()
    const { fan, star } = follows
    const leave = await prepare(follows)
    const { id } = await findMemberByName(db, fan.username)
    const [leaving] = await db.transaction().execute(async trx => {
      await mergeEmailFollows(trx, { id, email: fan.email }, clock.now())
      const leaving = leave()
      await expect.poll(() => waitingTransactions(db)).toBe(1)
      // A list keeps it from being awaited before this transaction has ended.
      return [leaving]
    })
    expect([200, 204]).toContain((await leaving)?.status)
    const { body } = await fan.call('GET', `/api/users/${star.username}/is-following`)
    expect(body).toEqual(is)
  },
)

const locks: [
  string,
  (trx: Transaction, subscriberId: number, follow: number) => Promise<unknown>,
][] = [
  ['the subscriber of a weekly mail', (trx, id) => lockLinkedSubscriber(trx, id)],
  ['the subscriber of a follow', (trx, _, follow) => lockCurrentFollow(trx, follow)],
]

test.runIf(onPostgres).each(locks)(
  'A change that waited for a merge locks the account that replaced the subscriber: %s',
  async (_whose, lock) => {
    const { fan, byEmail } = await followTwice()
    const { id } = await findMemberByName(db, fan.username)
    const [subscriber] = await db
      .selectFrom('radr_follows')
      .select('registry_id')
      .where('id', '=', byEmail)
      .execute()
    const [changing] = await db.transaction().execute(async trx => {
      await mergeEmailFollows(trx, { id, email: fan.email }, clock.now())
      const changing = db.transaction().execute(async later => {
        await lock(later, subscriber?.registry_id ?? 0, byEmail)
        return db
          .selectFrom('follower_registry')
          .select('id')
          .where('user_id', '=', id)
          .forUpdate()
          .skipLocked()
          .execute()
      })
      await expect.poll(() => waitingTransactions(db)).toBe(1)
      return [changing]
    })
    expect(await changing).toEqual([])
  },
)

/** The account follows first, and its email, unconfirmed, second. */
async function followTwice(): Promise<Follows> {
  const [fan, star] = [await app.member(), await app.member()]
  const path = `/api/users/${star.username}/followers`
  await fan.call('POST', path, {})
  app.pass(hour)
  await app.visitor().call('POST', path, { email: fan.email })
  const token = await mailedToken(app, fan.email, '/follow/confirm')
  expect((await post('/api/follows/confirm', { token })).status).toBe(200)
  const { id } = await findMemberByName(db, star.username)
  const [byAccount, byEmail] = await db
    .selectFrom('radr_follows')
    .select('id')
    .where('radr_user_id', '=', id)
    .orderBy('id')
    .execute()
  if (!byAccount || !byEmail) throw new Error('A follow is missing.')
  return { fan, star, byAccount: byAccount.id, byEmail: byEmail.id }
}
