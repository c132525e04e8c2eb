import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { drainQueue } from '../../../tests/drain-queue.ts'
import {
  dropAndDeliver,
  memberWithFollowers,
  saveTracks,
  statesOf,
} from '../../../tests/drop-audience.ts'
import type { Behaviour, Reply } from '../../../tests/mailbox.ts'
import { testSize } from '../../../tests/random-runs.ts'
import { minute, openTestApp } from '../../../tests/test-app.ts'
import { readMailFlow } from '../../mail/pausing/mail-flow.queries.ts'

const app = await openTestApp()
const { db } = app.context
afterEach(() => app.mailbox.behave())

const followers = testSize(80, 500)

/** Has followers at several providers, because refusals by one of them could be its own. */
async function memberOfSeveralDomains(count: number) {
  const member = await memberWithFollowers(app, count)
  await sql`update follower_registry
    set email = replace(email, '@fans.test', '@fans' || id % 5 || '.test')
    where email like ${`${member.username}-%`}`.execute(db)
  return member
}

const makeTrialDue = () =>
  sql`update mail_flow set next_attempt_at = now() where failing_since is not null`.execute(db)

/** Closes the circuit where all other mails are refused: only an accepted mail does. */
async function sendAcceptedMail() {
  await app.member()
  await drainQueue(app, 'confirm-email')
}

const mostAttempts = async ({ username }: { username: string }) => {
  const { rows } = await sql<{ attempts: number }>`
    select max(attempts) as attempts from drop_notifications n
    join drops on drops.id = n.drop_id join users on users.id = drops.user_id
    where username = ${username}`.execute(db)
  return rows[0]?.attempts
}

const harmed = async () => ({
  suppressed: (await db.selectFrom('suppressed_addresses').select('email').execute()).length,
  events: (await db.selectFrom('mail_events').select('id').execute()).length,
})

const ways: [string, (reply: () => Reply) => Behaviour, number, string][] = [
  ['a daily quota', body => ({ body }), 550, '5.4.5 Daily user sending limit exceeded'],
  [
    'a sender that is not ours',
    recipient => ({ recipient }),
    553,
    '5.7.1 <drops@radr.test>: Sender address rejected: not owned by user radr',
  ],
  [
    'a block list',
    recipient => ({ recipient }),
    554,
    '5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
  ],
  ['relaying', recipient => ({ recipient }), 554, '5.7.1 <x@fans.test>: Relay access denied'],
  ['a login that ended', sender => ({ sender }), 530, '5.7.0 Authentication required'],
  ['a rate', body => ({ body }), 454, 'Throttling failure: Maximum sending rate exceeded.'],
  [
    'our host, for now',
    recipient => ({ recipient }),
    450,
    '4.7.1 Client host rejected: cannot find your hostname, [192.0.2.1]',
  ],
  ['a quota, in the words of a mailbox', body => ({ body }), 550, 'Account over quota for today'],
  ['no reason', body => ({ body }), 554, 'Transaction failed'],
]

test.each(ways)(
  'A server that refuses all mails of a drop because of %s, and then is well, harms no follower',
  async (_, refuseAt, code, text) => {
    const member = await memberOfSeveralDomains(followers)
    await saveTracks(member)
    const before = await harmed()
    let refused = 0
    // The server refuses after 50 mails: all could be sent before a later change of its behaviour.
    const refuse = () => {
      if (refused === 0 && member.reached().length < 50) return 'accept'
      refused++
      return { code, text }
    }
    app.mailbox.behave(refuseAt(refuse))
    await member.call('POST', '/api/drops', {})
    await expect.poll(() => readMailFlow(db)).toMatchObject({ failing_since: expect.any(Date) })
    expect((await readMailFlow(db)).failure).toContain(String(code))
    const opened = refused
    await expect
      .poll(async () => {
        await makeTrialDue()
        return refused
      })
      .toBeGreaterThan(opened + 2)
    expect(await statesOf(member)).toMatchObject({ failed: 0, skipped: 0 })

    app.mailbox.behave()
    await expect
      .poll(async () => {
        await makeTrialDue()
        app.pass(minute)
        return statesOf(member)
      })
      .toMatchObject({ sent: followers, failed: 0, skipped: 0 })
    expect(new Set(member.reached()).size).toBe(followers)
    expect(member.reached().length).toBe(followers)
    expect(await harmed()).toEqual(before)
    expect(await mostAttempts(member)).toBe(1)
    expect(await readMailFlow(db)).toMatchObject({ failing_since: null, failure: null })
  },
)

test('If half of a list does not exist, that half fails at once and the others get their mail', async () => {
  const member = await memberOfSeveralDomains(followers)
  await saveTracks(member)
  const isDead = (to: string) => Number(/-fan(\d+)@/.exec(to)?.[1]) % 2 === 0
  app.mailbox.behave({
    recipient: to => (isDead(to) ? { code: 550, text: `5.1.1 <${to}>: User unknown` } : 'accept'),
  })
  const states = await dropAndDeliver(member)
  expect(states).toMatchObject({ sent: followers / 2, failed: followers / 2, retry: 0 })
  expect(await readMailFlow(db)).toMatchObject({ failing_since: null })
})

test('Recipients that are refused without a reason after all others fail alone, and stop no mail for long', async () => {
  const member = await memberOfSeveralDomains(30)
  await saveTracks(member)
  const isDead = (to: string) => Number(/-fan(\d+)@/.exec(to)?.[1]) > 10
  app.mailbox.behave({
    recipient: to => (isDead(to) ? { code: 550, text: 'Requested action not taken' } : 'accept'),
  })
  await member.call('POST', '/api/drops', {})
  await expect
    .poll(async () => {
      await makeTrialDue()
      app.pass(minute)
      const { failed, sent } = await statesOf(member)
      if (sent === 10 && failed < 20) await sendAcceptedMail()
      return { failed, sent }
    })
    .toEqual({ failed: 20, sent: 10 })
})

const ofSome: [string, Reply, (reply: (to?: string) => Reply) => Behaviour][] = [
  ['RCPT TO', { code: 421, text: '4.3.0 closing' }, recipient => ({ recipient })],
  ['RCPT TO', 'disconnect', recipient => ({ recipient })],
  [
    'RCPT TO',
    { code: 554, text: '5.7.1 host mx.test said: Client host blocked using zen.spamhaus.org' },
    recipient => ({ recipient }),
  ],
  [
    'their mail',
    { code: 550, text: '5.7.1 low reputation of the sending domain' },
    reply => ({ body: ({ to }) => reply(to[0]) }),
  ],
]

test.each(ofSome)(
  'Recipients for whom %s is always answered with %o stop nobody else, and are given up after the usual attempts',
  async (_, reply, refuseAt) => {
    const member = await memberOfSeveralDomains(30)
    await saveTracks(member)
    const before = await harmed()
    const isRefused = (to = '') => Number(/-fan(\d+)@/.exec(to)?.[1]) % 2 === 0
    app.mailbox.behave(refuseAt(to => (isRefused(to) ? reply : 'accept')))
    await member.call('POST', '/api/drops', {})
    await expect
      .poll(async () => {
        await app.member()
        app.pass(60 * minute)
        return statesOf(member)
      })
      .toMatchObject({ sent: 15, failed: 15, skipped: 0 })
    expect(await mostAttempts(member)).toBe(8)
    expect(await harmed()).toEqual(before)
    expect(await readMailFlow(db)).toMatchObject({ failing_since: null })
  },
)

test('A drop whose note is refused ends, and stops no other drop for long', async () => {
  const listed = await memberOfSeveralDomains(50)
  const other = await memberOfSeveralDomains(50)
  for (const member of [listed, other]) await saveTracks(member)
  app.mailbox.behave({
    body: ({ parsed }) =>
      parsed.text?.includes('listed.example')
        ? { code: 554, text: '5.7.1 Message rejected: URL is blacklisted by URIBL' }
        : 'accept',
  })
  await listed.call('POST', '/api/drops', { note: 'https://listed.example' })
  await other.call('POST', '/api/drops', {})
  await expect
    .poll(async () => {
      await makeTrialDue()
      app.pass(minute)
      const states = [await statesOf(listed), await statesOf(other)]
      if (states[1]?.sent === 50) await sendAcceptedMail()
      return states
    })
    .toMatchObject([{ failed: 50 }, { sent: 50 }])
  expect(await readMailFlow(db)).toMatchObject({ failing_since: null })
})

test('While all recipients of a drop are refused, a transactional mail does not wait for the next trial', async () => {
  const member = await memberOfSeveralDomains(10)
  await saveTracks(member)
  app.mailbox.behave({
    recipient: to =>
      to.startsWith(member.username) ? { code: 421, text: '4.3.0 closing' } : 'accept',
  })
  await member.call('POST', '/api/drops', {})
  await expect
    .poll(async () => {
      const { waitMs } = await readMailFlow(db)
      if (waitMs < minute) await makeTrialDue()
      app.pass(minute)
      return waitMs
    })
    .toBeGreaterThan(minute)
  const newcomer = await app.member()
  await expect.poll(() => app.mailbox.mails.some(({ to }) => to[0] === newcomer.email)).toBe(true)
  expect(await readMailFlow(db)).toMatchObject({ failing_since: null })
})
