import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { dropAndDeliver, saveTracks } from '../../tests/drop-audience.ts'
import { randomRuns } from '../../tests/random-runs.ts'
import { hour, type Member, openTestApp } from '../../tests/test-app.ts'
import type { Undelivered } from '../delivery/delivery.schemas.ts'
import { suppress } from '../mail/mailboxes/suppression.ts'

const app = await openTestApp()
const { db } = app.context

/** Events at an email before a stranger registers with it. `other` is a member whom the owner of the email followed. */
const histories: Record<string, (email: string, other: Member) => Promise<unknown>> = {
  confirmed: email => setMailbox(email, sql`confirmed_at`, sql`now()`),
  stopped: email => setMailbox(email, sql`stopped_at`, sql`now()`),
  'mailed twelve times': email => setMailbox(email, sql`unconfirmed_mails`, sql`12`),
  bounced: email => suppress(db, email, 'hard', ''),
  complained: email => suppress(db, email, 'complaint', ''),
  follows: (email, other) => addFollow(email, other, 'following'),
  blocked: (email, other) => addFollow(email, other, 'blocked'),
}

const exclusive = [
  ['bounced', 'complained'],
  ['follows', 'blocked'],
]

test('A stranger’s account with an email gets the same responses whatever happened at that email before', async () => {
  const history = fc
    .uniqueArray(fc.constantFrom(...Object.keys(histories)), { minLength: 1 })
    .filter(events => exclusive.every(pair => !pair.every(event => events.includes(event))))
  const expected = await responsesFor([])
  await fc.assert(
    fc.asyncProperty(history, async events => {
      expect(await responsesFor(events)).toEqual(expected)
    }),
    { numRuns: randomRuns(60), examples: Object.keys(histories).map(event => [[event]]) },
  )
})

/** The responses to a stranger who has an account with the email and a second one that it follows, without names, ids and times. */
async function responsesFor(events: readonly string[]): Promise<string[]> {
  const [other, star] = [await app.member(), await app.member()]
  const name = `x${crypto.randomUUID().slice(0, 10)}`
  const email = `${name}@mail.test`
  for (const event of events) await histories[event]?.(email, other)
  const account = await app.member(name)
  await saveTracks(star)
  const responses: string[] = []
  const see = async (who: Member, method: string, path: string, body?: object) => {
    const { status, body: received } = await who.call(method, path, body)
    responses.push(`${method} ${path} ${status} ${JSON.stringify(received)}`)
  }
  await see(account, 'GET', '/api/user')
  for (const { username } of [other, star]) {
    await see(account, 'POST', `/api/users/${username}/followers`, {})
    await see(account, 'POST', `/api/users/${username}/followers`, {})
    await see(account, 'GET', `/api/users/${username}/is-following`)
    await see(account, 'POST', `/api/users/${username}/followers`, { email })
  }
  await see(account, 'GET', '/api/follows/following')
  await see(account, 'GET', '/api/user/mail-frequency')
  await see(account, 'GET', '/api/drops/reminder')
  await see(account, 'POST', '/api/forgot-password', { email })
  await see(account, 'POST', '/api/email/resend')
  for (let time = 0; time < 6; time++) {
    app.pass(hour)
    await see(account, 'POST', '/api/email/resend')
  }
  await see(star, 'GET', '/api/followers')
  await see(star, 'GET', '/api/drops/preview')
  await dropAndDeliver(star)
  const { body } = await star.call<{ undelivered: Undelivered[] }>('GET', '/api/drops/1/delivery')
  // Whether a mail went out depends on the limits of mailboxes, domains and clients; the reason names none of them.
  for (const { reason } of body.undelivered)
    expect(reason).toMatch(/^They have not confirmed their address yet/)
  const names: [Member, string][] = [
    [other, 'other'],
    [star, 'star'],
    [account, 'account'],
  ]
  return responses.map(response =>
    names
      .reduce((text, [{ username }, known]) => text.replaceAll(username, known), response)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/("(?:\w+_)?id"|"followId"):\d+/g, '$1:0')
      .replace(/("followerCount"):\d+/g, '$1:0')
      .replace(/("member_key"):"[^"]+"/g, '$1:""'),
  )
}

const setMailbox = (email: string, column: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql`insert into mailboxes (key, ${column}) values (mailbox_key(${email}), ${value})
    on conflict (key) do update set ${column} = ${value}`.execute(db)

const addFollow = (email: string, { username }: Member, state: 'following' | 'blocked') =>
  sql`with subscriber as (insert into follower_registry (email) values (${email}) returning id)
    insert into radr_follows (registry_id, radr_user_id, state, blocked_at)
    select subscriber.id, users.id, ${state}, case when ${state} = 'blocked' then now() end
    from subscriber, users where username = ${username}`.execute(db)
