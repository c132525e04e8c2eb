import { expect, test } from 'vitest'
import { actWhileLocked } from '../../tests/database/waiting-transactions.ts'
import { follow, followByEmail } from '../../tests/member-actions.ts'
import { hour, type Member, openTestApp } from '../../tests/test-app.ts'
import { onPostgres } from '../../tests/test-database.ts'
import { unsubscribeTokenOf, weeklyTokenOf } from '../../tests/unsubscribe-token-of.ts'
import { addressToken } from '../mail/links/mail-links.ts'
import type { Transaction } from '../platform/database.ts'
import { lockCurrentFollow } from './follows.queries.ts'
import { mergeEmailFollows } from './subscribers/merge-email-follows.ts'
import { lockLinkedSubscriber } from './subscribers/subscribers.queries.ts'

const app = await openTestApp()
const { context } = app
const { db, clock, linkKey } = context

/** The ids of the account's follow, which the merge replaces, and of the one by email; `path` is of the star's followers. */
type Follows = { fan: Member; star: Member; path: string; byAccount: number; byEmail: number }

const post = (path: string, body: unknown) => app.visitor().call('POST', path, body)

const left = { isFollowing: false }
const withoutMail = { isFollowing: true, withoutMail: true }

/** Each looks the follow up and then changes it. */
const ways: [string, object, (follows: Follows) => Promise<{ status: number }>][] = [
  ['Unfollow on the page', left, ({ fan, path }) => fan.call('DELETE', path)],
  [
    'Remove on the list of followers',
    left,
    ({ star, byAccount }) => star.call('DELETE', `/api/followers/${byAccount}`),
  ],
  [
    'Block on the list of followers',
    left,
    ({ star, byAccount }) => star.call('POST', `/api/followers/${byAccount}/block`),
  ],
  [
    'the link to unsubscribe in a mail about the follow',
    left,
    async ({ byAccount }) => {
      const token = await unsubscribeTokenOf(context, byAccount)
      return post('/api/follows/unsubscribe', { token })
    },
  ],
  [
    'the link to end weekly mail',
    withoutMail,
    async ({ byEmail }) => {
      const token = await weeklyTokenOf(context, byEmail)
      return post('/api/follows/unsubscribe', { token })
    },
  ],
  [
    'the link to choose no mail',
    withoutMail,
    ({ fan, byAccount }) => {
      const token = addressToken('choices', byAccount, fan.email, linkKey)
      return post('/api/mail-choices', { token, mail: false, frequency: 'single' })
    },
  ],
  [
    'No mail on the page',
    withoutMail,
    ({ fan, path }) => fan.call('PUT', `${path}/mail`, { mail: false }),
  ],
  [
    'Notifications on the page',
    { isFollowing: true },
    ({ fan, path }) => fan.call('PUT', `${path}/push`, { push: true }),
  ],
]

test.runIf(onPostgres).each(ways)(
  'Who leaves or chooses while their email is being confirmed has done so: %s',
  async (_way, expected, leave) => {
    const follows = await followTwice()
    const { fan, star } = follows
    const { status } = await duringMerge(fan, () => leave(follows))
    expect([200, 204]).toContain(status)
    const { body } = await fan.call('GET', `/api/users/${star.username}/is-following`)
    expect(body).toEqual(expected)
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
    const [subscriber] = await db
      .selectFrom('radr_follows')
      .select('registry_id')
      .where('id', '=', byEmail)
      .execute()
    const change = () =>
      db.transaction().execute(async later => {
        await lock(later, subscriber?.registry_id ?? 0, byEmail)
        return db
          .selectFrom('follower_registry')
          .select('id')
          .where('user_id', '=', fan.id)
          .forUpdate()
          .skipLocked()
          .execute()
      })
    expect(await duringMerge(fan, change)).toEqual([])
  },
)

/** Acts while the email of an account is being confirmed. */
const duringMerge = <T>({ id, email }: Member, act: () => Promise<T>) =>
  actWhileLocked(db, { lock: trx => mergeEmailFollows(trx, { id, email }, clock.now()), act })

/** The account follows first, and its email, unconfirmed, second. */
async function followTwice(): Promise<Follows> {
  const [fan, star] = [await app.member(), await app.member()]
  const path = `/api/users/${star.username}/followers`
  await follow(fan, star)
  app.pass(hour)
  await followByEmail(app, star, fan.email)
  const [byAccount, byEmail] = await db
    .selectFrom('radr_follows')
    .select('id')
    .where('radr_user_id', '=', star.id)
    .orderBy('id')
    .execute()
  if (!byAccount || !byEmail) throw new Error('A follow is missing.')
  return { fan, star, path, byAccount: byAccount.id, byEmail: byEmail.id }
}
