import { afterEach, expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { day } from '../../../tests/test-app.ts'

const app = await openBounceFixture()
afterEach(() => app.mailbox.behave())

test('Three soft bounces suppress an email for two weeks; then one mail is tried', async () => {
  const member = await app.createMember()
  for (let n = 1; n <= 3; n++) {
    expect(await app.suppressionOf(member.follower())).toBeNull()
    const drop = await member.drop()
    expect(await app.report('mailbox-full', drop.returnPath())).toBe(250)
    // A second report about the same mail does not count.
    expect(await app.report('mailbox-full', drop.returnPath())).toBe(250)
    expect(await drop.states()).toMatchObject({ failed: 1 })
    app.pass(8 * day)
  }
  expect(await app.suppressionOf(member.follower())).toMatchObject({ reason: 'soft' })
  expect(await app.followerOf(member, member.follower())).toMatchObject({ bounces: true })
  expect((await member.drop()).mailTo()).toBeUndefined()

  app.pass(8 * day)
  expect(await app.followerOf(member, member.follower())).not.toHaveProperty('bounces')
  const probe = await member.drop()
  expect(probe.mailTo()).toBeDefined()
  await app.report('gave-up', probe.returnPath())
  expect(await app.suppressionOf(member.follower())).toMatchObject({ reason: 'soft' })
})

test('A weekly mail that bounces counts once, however many drops are in it', async () => {
  const fan = await app.member()
  const stars = [await app.createMember(0), await app.createMember(0)]
  await fan.call('PUT', '/api/user/mail-frequency', { frequency: 'weekly', timeZone: 'UTC' })
  for (const { username } of stars) await fan.call('POST', `/api/users/${username}/followers`, {})
  for (let week = 1; week <= 3; week++) {
    expect(await app.suppressionOf(fan.email)).toBeNull()
    for (const star of stars) await star.drop()
    app.mailbox.clear()
    app.pass(8 * day)
    await drainQueue(app, 'weekly-mail')
    const mail = await app.mailbox.waitFor(({ to }) => to[0] === fan.email)
    expect(await app.report('mailbox-full', mail.at(-1)?.from ?? '')).toBe(250)
  }
  expect(await app.suppressionOf(fan.email)).toMatchObject({ reason: 'soft' })
})

test('Reports about our network fail their mails, and suppress nobody', async () => {
  const member = await app.createMember()
  for (let n = 1; n <= 4; n++) {
    const drop = await member.drop()
    expect(await app.report('policy', drop.returnPath())).toBe(250)
    expect(await drop.states()).toMatchObject({ failed: 1 })
    app.pass(8 * day)
  }
  expect(await app.suppressionOf(member.follower())).toBeNull()
  expect(await app.context.db.selectFrom('mail_events').selectAll().execute()).not.toContainEqual(
    expect.objectContaining({ detail: expect.stringContaining('block list') }),
  )
})

test('Rejections while a mail is sent count like reports', async () => {
  const member = await app.createMember()
  const reject = (text: string) =>
    app.mailbox.behave({
      recipient: to => (to === member.follower() ? { code: 552, text } : 'accept'),
    })
  reject('5.2.2 Over quota')
  for (let n = 1; n <= 3; n++) {
    expect(await app.suppressionOf(member.follower())).toBeNull()
    const drop = await member.drop()
    expect(await drop.states()).toMatchObject({ failed: 1 })
    app.pass(8 * day)
  }
  expect(await app.suppressionOf(member.follower())).toMatchObject({ reason: 'soft' })
  app.pass(8 * day)
  reject('5.1.1 No such user')
  await member.drop()
  expect(await app.suppressionOf(member.follower())).toMatchObject({ reason: 'hard' })
})

test('A mail that is deferred for a day counts as a soft bounce, and not before', async () => {
  const member = await app.createMember()
  for (let n = 1; n <= 2; n++) {
    await app.report('mailbox-full', (await member.drop()).returnPath())
    app.pass(8 * day)
  }
  let attempts = 0
  app.mailbox.behave({
    recipient() {
      attempts++
      return { code: 450, text: '4.7.1 Later' }
    },
  })
  const drop = await member.startDrop()
  for (let attempt = 1; attempt <= 8; attempt++) {
    await expect.poll(() => attempts).toBe(attempt)
    if (attempt === 8) break
    await expect.poll(drop.states).toMatchObject({ retry: 1 })
    expect(await app.suppressionOf(member.follower())).toBeNull()
    app.pass(day / 3)
  }
  await expect.poll(drop.states).toMatchObject({ failed: 1 })
  expect(await app.suppressionOf(member.follower())).toMatchObject({ reason: 'soft' })
})

test.each([
  ['is not returned for days', async () => {}],
  ['is reported as delivered', (path: string) => app.report('delivered', path)],
])('A mail that %s resets the count', async (_, after) => {
  const member = await app.createMember()
  for (const isBounced of [true, true, false, true, true]) {
    const drop = await member.drop()
    await (isBounced ? app.report('mailbox-full', drop.returnPath()) : after(drop.returnPath()))
    app.pass(8 * day)
  }
  expect(await app.suppressionOf(member.follower())).toBeNull()
  const drop = await member.drop()
  await app.report('mailbox-full', drop.returnPath())
  expect(await app.suppressionOf(member.follower())).not.toBeNull()
})
