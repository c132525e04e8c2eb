import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBounceStage } from '../../../tests/bounce-fixture.ts'
import { linkIn } from '../../../tests/drop-audience.ts'
import type { ReceivedMail } from '../../../tests/mailbox.ts'
import { handOver, reportAbout } from '../../../tests/report-sender.ts'
import { day } from '../../../tests/test-app.ts'

let radr: Awaited<ReturnType<typeof openBounceStage>>
beforeAll(async () => {
  radr = await openBounceStage()
})
afterAll(() => radr.close())

test('Every drop mail has a return path of its own, and nobody sees another one in it', async () => {
  const member = await radr.star(3)
  const drop = await member.drop()
  const paths = [1, 2, 3].map(drop.path)
  for (const path of paths) expect(path).toMatch(/^bounce\+[a-z\d]{25,}@radr\.test$/)
  expect(new Set(paths).size).toBe(3)
  expect(drop.mailTo()?.raw.toString()).not.toContain('bounce+')
})

test('A mail that comes back as undeliverable is failed, and its address gets no more', async () => {
  const member = await radr.star(2)
  const drop = await member.drop()
  expect(await radr.bring('unknown-user', drop.path())).toBe(250)
  expect(await drop.states()).toMatchObject({ sent: 1, failed: 1, audience: 2 })
  expect(await radr.suppressionOf(member.fan())).toMatchObject({ reason: 'hard', until: null })
  const row = await radr.context.db
    .selectFrom('drop_notifications')
    .select('last_error')
    .where('drop_id', '=', drop.id)
    .where('status', '=', 'failed')
    .executeTakeFirst()
  expect(row?.last_error).toContain('5.1.1')
  expect(row?.last_error).not.toContain('fan@')
  expect(await radr.followerOf(member, member.fan())).toMatchObject({ bounces: true })
  expect(await radr.followerOf(member, member.fan(2))).not.toHaveProperty('bounces')

  radr.pass(8 * day)
  const next = await member.drop()
  expect(next.mailTo(1)).toBeUndefined()
  expect(next.mailTo(2)).toBeDefined()
})

test('A report that comes again changes nothing', async () => {
  const member = await radr.star()
  const { path } = await member.drop()
  const report = await radr.report('unknown-user', path())
  expect(await handOver(radr.port, path(), report)).toBe(250)
  const before = await radr.everything()
  expect(await handOver(radr.port, path(), report)).toBe(250)
  expect(await radr.everything()).toEqual(before)
})

test('A server that writes the return path in capitals is understood', async () => {
  const drop = await (await radr.star()).drop()
  const report = await radr.report('unknown-user', drop.path())
  expect(await handOver(radr.port, drop.path().toUpperCase(), report)).toBe(250)
  expect(await drop.states()).toMatchObject({ failed: 1 })
})

test.each(['forwarded', 'forwarded-note'])(
  'A bounce about whom the follower forwards to suppresses nobody (%s)',
  async name => {
    const member = await radr.star()
    const drop = await member.drop()
    const before = await radr.everything()
    expect(await radr.bring(name, drop.path())).toBe(250)
    expect(await radr.everything()).toEqual(before)
  },
)

test('What is kept of a bounce names neither the address nor its local part', async () => {
  const member = await radr.star()
  const drop = await member.drop()
  const fan = member.fan().split('@')[0] ?? ''
  const sample = await radr.report('exim', drop.path())
  expect(await handOver(radr.port, drop.path(), sample.replace('here: fan', `here: ${fan}`))).toBe(
    250,
  )
  expect(await drop.states()).toMatchObject({ failed: 1 })
  const { db } = radr.context
  const kept = [
    ...(await db.selectFrom('drop_notifications').select('last_error as text').execute()),
    ...(await db.selectFrom('suppressed_addresses').select('detail as text').execute()),
    ...(await db.selectFrom('mail_events').select('detail as text').execute()),
  ].filter(({ text }) => text?.includes('550 no such user here: [address]'))
  expect(kept).toHaveLength(3)
  for (const { text } of kept) expect(text).not.toContain(fan)
})

test.each(['complaint-without-path', 'hotmail-complaint'])(
  'A complaint without a return path is found by the unsubscribe link in the mail (%s)',
  async name => {
    const member = await radr.star(2)
    const drop = await member.drop()
    const link =
      drop
        .mailTo(2)
        ?.raw.toString()
        .match(/api\/unsubscribe\/([\w-]+)/)?.[1] ?? ''
    const report = (await radr.report(name, drop.path(2))).replace('TOKEN', link)
    expect(await handOver(radr.port, 'complaints@radr.test', report)).toBe(250)
    expect(await radr.followerOf(member, member.fan(2))).toMatchObject({ unsubscribed: true })
    expect(await radr.suppressionOf(member.fan(2))).toMatchObject({ reason: 'complaint' })
    expect(await radr.suppressionOf(member.fan(1))).toBeNull()
    const forged = report.replace(link, `${link.slice(0, -1)}!`)
    expect(await handOver(radr.port, 'complaints@radr.test', forged)).toBe(250)
  },
)

test('A return path that we did not make is refused', async () => {
  const { path } = await (await radr.star()).drop()
  const before = await radr.everything()
  const forged = [
    path().replace('bounce+', 'bounce+1'),
    path().replace(/.@/, x => (x === 'a@' ? 'b@' : 'a@')),
    path().replace('radr.test', 'other.test'),
    'bounce+@radr.test',
    'postmaster@radr.test',
  ]
  for (const address of forged) expect(await radr.bring('unknown-user', address)).toBe(550)
  expect(await radr.everything()).toEqual(before)
})

test('Who calls a drop spam has left everybody, and only by asking again as a member comes back', async () => {
  const [first, second] = [await radr.star(0), await radr.star(0)]
  const fan = await radr.member()
  await radr.context.db
    .updateTable('users')
    .set({ email_confirmed_at: new Date() })
    .where('username', '=', fan.username)
    .execute()
  for (const { username } of [first, second]) {
    await fan.call('POST', `/api/users/${username}/followers`, {})
  }
  await first.drop()
  const path = radr.mailbox.mails.find(({ to }) => to[0] === fan.email)?.from ?? ''
  const report = await reportAbout('spam-complaint', path)
  expect(await handOver(radr.port, 'complaints@radr.test', report)).toBe(250)
  for (const member of [first, second]) {
    expect(await radr.followerOf(member, fan.email)).toMatchObject({ unsubscribed: true })
  }
  expect(await radr.suppressionOf(fan.email)).toMatchObject({ reason: 'complaint' })
  await fan.call('POST', `/api/users/${second.username}/followers`, {})
  expect(await radr.suppressionOf(fan.email)).toBeNull()
  await second.drop()
  expect(radr.mailbox.mails.some(({ to }) => to[0] === fan.email)).toBe(true)
})

test('A complaint counts at the mail’s own return path too, but a bounce only there', async () => {
  const member = await radr.star(2)
  const drop = await member.drop()
  expect(await radr.bring('spam-complaint', drop.path(1))).toBe(250)
  expect(await radr.followerOf(member, member.fan(1))).toMatchObject({ unsubscribed: true })
  const report = await radr.report('unknown-user', drop.path(2))
  expect(await handOver(radr.port, 'complaints@radr.test', report)).toBe(250)
  expect(await drop.states()).toMatchObject({ sent: 2 })
})

test('A report about a mail whose sender has not written its state yet is to be brought again', async () => {
  const member = await radr.star()
  const drop = await member.drop()
  const become = (status: 'sending' | 'sent') =>
    radr.context.db
      .updateTable('drop_notifications')
      .set({ status, leased_until: new Date(radr.context.clock.now().getTime() + day) })
      .where('drop_id', '=', drop.id)
      .execute()
  await become('sending')
  expect(await radr.bring('unknown-user', drop.path())).toBe(451)
  await become('sent')
  expect(await radr.bring('unknown-user', drop.path())).toBe(250)
  expect(await drop.states()).toMatchObject({ failed: 1 })
})

test('What is no report, or says nothing final, is taken and forgotten', async () => {
  const { path } = await (await radr.star()).drop()
  const before = await radr.everything()
  for (const name of ['out-of-office', 'delayed', 'not-spam', 'plain-delay']) {
    expect(await radr.bring(name, path())).toBe(250)
  }
  for (const raw of ['\n', '\0'.repeat(1000), 'Content-Type: multipart/report\n\n--\n']) {
    expect(await handOver(radr.port, path(), raw)).toBe(250)
  }
  expect(await radr.everything()).toEqual(before)
})

test('A confirm mail that is called spam is the last one', async () => {
  const member = await radr.star(0)
  const email = `victim-${member.username}@mail.test`
  const ask = () =>
    radr.visitor().call('POST', `/api/users/${member.username}/followers`, { email })
  expect((await ask()).status).toBe(202)
  const isToVictim = ({ to }: ReceivedMail) => to[0] === email
  const mail = (await radr.mailbox.waitFor(isToVictim)).find(isToVictim)
  expect(await radr.bring('spam-complaint', mail?.from ?? '')).toBe(250)
  expect(await radr.suppressionOf(email)).toMatchObject({ reason: 'complaint' })
  const { searchParams } = linkIn(mail, 'Confirm')
  const confirmed = await radr
    .visitor()
    .call('POST', '/api/follows/confirm', { token: searchParams.get('token') })
  expect(confirmed.status).toBe(400)
})
