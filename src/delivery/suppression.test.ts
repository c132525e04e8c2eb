import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSuppression } from '../../tests/bounces/find-suppression.ts'
import { memberWithFollowers, saveTracks, statesOf } from '../../tests/drop-audience.ts'
import { mailedToken } from '../../tests/mailed-token.ts'
import { day, hour, openTestApp, runJob } from '../../tests/test-app.ts'
import type { DropListItem } from '../drops/drops.schemas.ts'
import { suppress, suppressHard } from '../mail/mailboxes/suppression.ts'
import { purgeMails } from '../mail/purge-mails.job.ts'
import { perform } from '../operations/operator/operations.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())
afterEach(() => app.mailbox.behave())

async function createMember(followers: number) {
  const member = await memberWithFollowers(app, followers)
  return {
    ...member,
    /** Drops a list of `tracks` tracks and waits for these states. */
    async drop(tracks: number, expected: object) {
      await saveTracks(member, tracks)
      const { status, body } = await member.call<DropListItem>('POST', '/api/drops', {})
      expect(status).toBe(201)
      await expect.poll(() => statesOf(member, body.drop_number)).toMatchObject(expected)
    },
  }
}

const suppressionOf = (email: string) => findSuppression(app.context, email)

const dead = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']
const alive = ['5.2.2', '5.7.1', '5.6.0', '']

test(`A rejection with ${dead.join(', ')} stops later drop mail to the address, any other concerns only its mail`, async () => {
  const codes = [...dead, ...alive]
  const member = await createMember(codes.length)
  app.mailbox.behave({
    recipient: to => {
      const n = Number(/-fan(\d+)@/.exec(to)?.[1])
      return n ? { code: 550, text: `${codes[n - 1]} no` } : 'accept'
    },
  })
  await member.drop(1, { failed: codes.length })
  for (const [index, code] of codes.entries()) {
    const suppression = await suppressionOf(member.follower(index + 1).toUpperCase())
    expect(suppression?.reason, code).toBe(dead.includes(code) ? 'hard' : undefined)
  }
  app.pass(8 * day)
  await member.drop(2, { failed: codes.length })
  app.mailbox.behave()
  app.pass(8 * day)
  await member.drop(3, { sent: alive.length, skipped: dead.length })
})

test('A temporary suppression ends by itself and does not replace a permanent one', async () => {
  const { db, clock } = app.context
  const soon = new Date(clock.now().getTime() + hour)
  await suppress(db, 'Soft@mail.test', 'soft', 'full', soon)
  expect(await suppressionOf('soft@mail.test')).toMatchObject({ reason: 'soft' })
  await suppress(db, 'soft@mail.test', 'hard', 'gone')
  await suppress(db, 'soft@mail.test', 'soft', 'full', soon)
  expect(await suppressionOf('soft@mail.test')).toMatchObject({ reason: 'hard', until: null })
  await suppress(db, 'later@mail.test', 'soft', 'full', soon)
  app.pass(2 * hour)
  expect(await suppressionOf('later@mail.test')).toBeNull()
})

test('A first hard bounce suppresses an email for seven days, one after these days for good', async () => {
  const { db, clock } = app.context
  const bounce = () => suppressHard(db, 'Maybe@mail.test', '5.1.1', clock.now())
  await bounce()
  const first = await suppressionOf('maybe@mail.test')
  expect(Number(first?.until) - Number(first?.created_at)).toBe(7 * day)
  app.pass(hour)
  await bounce()
  // A second report of the same bad day changes nothing.
  expect(await suppressionOf('maybe@mail.test')).toEqual(first)
  app.pass(7 * day)
  expect(await suppressionOf('maybe@mail.test')).toBeNull()
  await runJob(purgeMails, app.context, {})
  await bounce()
  expect(await suppressionOf('maybe@mail.test')).toMatchObject({ reason: 'hard', until: null })
})

test('Mails that were deferred after a first hard bounce leave the next hard bounce the second', async () => {
  const { db, clock } = app.context
  const address = 'full-then-gone@mail.test'
  const soft = () =>
    suppress(db, address, 'soft', 'full', new Date(clock.now().getTime() + 14 * day))
  await suppressHard(db, address, '5.1.1', clock.now())
  app.pass(8 * day)
  await soft()
  expect(await suppressionOf(address)).toMatchObject({ reason: 'hard' })
  app.pass(15 * day)
  expect(await suppressionOf(address)).toBeNull()
  await suppressHard(db, address, '5.1.1', clock.now())
  expect(await suppressionOf(address)).toMatchObject({ reason: 'hard', until: null })
})

test('A hard bounce does not shorten a suppression', async () => {
  const { db, clock } = app.context
  const until = new Date(clock.now().getTime() + 14 * day)
  await suppress(db, 'full@mail.test', 'soft', 'full', until)
  await suppressHard(db, 'full@mail.test', '5.1.1', clock.now())
  expect(await suppressionOf('full@mail.test')).toMatchObject({ reason: 'hard', until })
})

test('A day on which a provider refuses everybody is undone by one command, which leaves complaints', async () => {
  const { db, clock } = app.context
  const since = clock.now().toISOString()
  for (const n of [1, 2, 3]) await suppressHard(db, `fan${n}@large.test`, '5.1.1', clock.now())
  await suppressHard(db, 'fan@other.test', '5.1.1', clock.now())
  await suppress(db, 'angry@large.test', 'complaint', 'abuse')
  const operator = { ...app.context, openQueue: async () => app.context.queue }
  const lift = (options: object) => perform(operator, { name: 'unsuppress-many', ...options })
  expect(await lift({ domain: 'Large.test', since: '2100-01-01' })).toMatch(/^Mail to 0 addresses/)
  expect(await lift({ domain: 'Large.test', since })).toMatch(/^Mail to 3 addresses is sent again/)
  expect(await suppressionOf('angry@large.test')).toMatchObject({ reason: 'complaint' })
  expect(await suppressionOf('fan@other.test')).toMatchObject({ reason: 'hard' })
})

test('Confirming a follow lifts the suppression of the email', async () => {
  const { db } = app.context
  const member = await createMember(0)
  const email = 'back@mail.test'
  await suppress(db, email, 'hard', 'no such user')
  await app.visitor().call('POST', `/api/users/${member.username}/followers`, { email })
  const token = await mailedToken(app, email, '/follow/confirm')
  expect(await suppressionOf(email)).not.toBeNull()
  await app.visitor().call('POST', '/api/follows/confirm', { token })
  expect(await suppressionOf(email)).toBeNull()
  await member.drop(2, { sent: 1 })
})

test('Opening a confirmation link again does not lift a complaint made since', async () => {
  const { db } = app.context
  const star = await createMember(0)
  const [visitor, { email: account }] = ['once@mail.test', await app.member()]
  const follow = (email: string) =>
    app.visitor().call('POST', `/api/users/${star.username}/followers`, { email })
  await follow(visitor)
  const links = [
    ['/api/follows/confirm', await mailedToken(app, visitor, '/follow/confirm')],
    ['/api/email/confirm', await mailedToken(app, account, '/email/confirm')],
  ] as const
  const openLinks = async () => {
    for (const [path, token] of links)
      expect((await app.visitor().call('POST', path, { token })).status).toBe(200)
  }
  await openLinks()
  for (const email of [visitor, account]) await suppress(db, email, 'complaint', 'abuse')
  await openLinks()
  for (const email of [visitor, account])
    expect(await suppressionOf(email)).toMatchObject({ reason: 'complaint' })
  await star.drop(1, { sent: 0, skipped: 1 })
})
