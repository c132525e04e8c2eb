import { expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { submitMail } from '../../../tests/bounces/report-sender.ts'
import { linkIn } from '../../../tests/drop-audience.ts'
import type { ReceivedMail, Reply } from '../../../tests/mailbox.ts'
import { deleteAccount, follow, followByEmail } from '../../../tests/member-actions.ts'
import { day, runJob } from '../../../tests/test-app.ts'
import { deliverIncomplete } from '../deliver-drop.job.ts'

const app = await openBounceFixture()

test('Every drop mail has its own return path, and none is in the mail itself', async () => {
  const member = await app.createMember(3)
  const drop = await member.drop()
  const paths = [1, 2, 3].map(drop.returnPath)
  for (const path of paths) expect(path).toMatch(/^bounce\+[a-z\d]+_[a-z\d]{25,}@radr\.test$/)
  expect(new Set(paths).size).toBe(3)
  expect(drop.mailTo()?.raw.toString()).not.toContain('bounce+')
})

test('A hard bounce fails the delivery, and after a second one the email gets no further drops', async () => {
  const member = await app.createMember(2)
  const drop = await member.drop()
  expect(await app.report('unknown-user', drop.returnPath())).toBe(250)
  const { states, undelivered } = await drop.delivery()
  expect(states).toMatchObject({ sent: 1, failed: 1, audience: 2 })
  expect(undelivered).toMatchObject([
    { email: member.follower(), reason: 'The mailbox does not exist.' },
  ])
  expect(await app.suppressionOf(member.follower())).toMatchObject({ reason: 'hard' })
  expect(await app.followerOf(member, member.follower())).toMatchObject({ bounces: true })
  expect(await app.followerOf(member, member.follower(2))).not.toHaveProperty('bounces')

  app.pass(8 * day)
  const second = await member.drop()
  expect(await app.report('unknown-user', second.returnPath())).toBe(250)
  app.pass(8 * day)
  const third = await member.drop()
  expect(third.mailTo(1)).toBeUndefined()
  expect(third.mailTo(2)).toBeDefined()
})

test('What is stored about a bounce contains neither the email nor its local part', async () => {
  const member = await app.createMember()
  const drop = await member.drop()
  const local = member.follower().split('@')[0] ?? ''
  const report = await app.sampleReport('exim', drop.returnPath())
  const naming = report.replace('here: fan', `here: ${local}`)
  expect(await submitMail(app.port, drop.returnPath(), naming)).toBe(250)
  expect(await drop.states()).toMatchObject({ failed: 1 })
  const { db } = app.context
  const stored = [
    ...(await db.selectFrom('drop_notifications').select('last_error as text').execute()),
    ...(await db.selectFrom('suppressed_addresses').select('detail as text').execute()),
    ...(await db.selectFrom('mail_events').select('detail as text').execute()),
  ].filter(({ text }) => text?.includes('550 no such user here: [address]'))
  expect(stored).toHaveLength(3)
  for (const { text } of stored) expect(text).not.toContain(local)
})

test('A bounce about a drop of more than a year changes no delivery, because the counts of the drop stay', async () => {
  const { db } = app.context
  const member = await app.createMember()
  const drop = await member.drop()
  await runJob(deliverIncomplete, { ...app.context, notifySender() {} }, {})
  const stored = () =>
    db
      .selectFrom('drops')
      .innerJoin('drop_notifications', 'drop_id', 'drops.id')
      .select(['delivery_counts', 'status'])
      .where('drops.id', '=', drop.id)
      .execute()
  const before = await stored()
  expect(before).toMatchObject([{ delivery_counts: { sent: 1 }, status: 'sent' }])
  app.pass(366 * day)
  expect(await app.report('unknown-user', drop.returnPath())).toBe(250)
  expect(await stored()).toEqual(before)
  expect(await app.suppressionOf(member.follower())).toMatchObject({ reason: 'hard' })
})

test('A duplicate report changes nothing, in whatever case the return path is written', async () => {
  const { returnPath, states } = await (await app.createMember()).drop()
  const report = await app.sampleReport('unknown-user', returnPath())
  expect(await submitMail(app.port, returnPath().toUpperCase(), report)).toBe(250)
  expect(await states()).toMatchObject({ failed: 1 })
  const before = await app.snapshot()
  expect(await submitMail(app.port, returnPath(), report)).toBe(250)
  expect(await app.snapshot()).toEqual(before)
})

test('A forged return path is rejected', async () => {
  const { returnPath } = await (await app.createMember()).drop()
  const before = await app.snapshot()
  const forged = [
    returnPath().replace('bounce+', 'bounce+1'),
    returnPath().replace(/.@/, end => (end === 'a@' ? 'b@' : 'a@')),
    returnPath().replace('radr.test', 'other.test'),
    'bounce+@radr.test',
    'postmaster@radr.test',
  ]
  for (const address of forged) expect(await app.report('unknown-user', address)).toBe(550)
  expect(await app.snapshot()).toEqual(before)
})

test.each(['complaint-without-path', 'hotmail-complaint'])(
  'A complaint without a return path is attributed by the unsubscribe link in the mail (%s)',
  async name => {
    const member = await app.createMember(2)
    const drop = await member.drop()
    const source = drop.mailTo(2)?.raw.toString() ?? ''
    const token = /api\/unsubscribe\/([\w-]+)/.exec(source)?.[1] ?? ''
    const sample = await app.sampleReport(name, drop.returnPath(2))
    const report = sample.replace('TOKEN', token)
    expect(await submitMail(app.port, 'complaints@radr.test', report)).toBe(250)
    expect(await app.followerOf(member, member.follower(2))).toMatchObject({ unsubscribed: true })
    expect(await app.suppressionOf(member.follower(2))).toMatchObject({ reason: 'complaint' })
    expect(await app.suppressionOf(member.follower(1))).toBeNull()
    const forged = report.replace(token, `${token.slice(0, -1)}!`)
    expect(await submitMail(app.port, 'complaints@radr.test', forged)).toBe(250)
  },
)

test('A stranger with a forwarded mail, which has its links and not its headers, makes no complaint of its owner', async () => {
  const member = await app.createMember(2)
  const drop = await member.drop()
  const { text = '' } = drop.mailTo(2)?.parsed ?? {}
  const links = text.match(/token=\w+/g) ?? []
  expect(links.length).toBeGreaterThan(0)
  const sample = await app.sampleReport('complaint-without-path', drop.returnPath(2))
  for (const link of links) {
    const report = sample.replace('TOKEN', link.slice('token='.length))
    expect(await submitMail(app.port, 'complaints@radr.test', report)).toBe(250)
  }
  expect(await app.followerOf(member, member.follower(2))).toMatchObject({ unsubscribed: false })
  expect(await app.suppressionOf(member.follower(2))).toBeNull()
})

test('A complaint about a drop whose member deleted the account since ends the other follows of its reader', async () => {
  const [gone, star] = [await app.createMember(), await app.createMember(0)]
  const fan = gone.follower()
  await followByEmail(app, star, fan)
  const drop = await gone.drop()
  const report = await app.sampleReport('spam-complaint', drop.returnPath())
  await deleteAccount(app, gone)
  expect(await submitMail(app.port, drop.returnPath(), report)).toBe(250)
  expect(await app.suppressionOf(fan)).toMatchObject({ reason: 'complaint' })
  expect(await app.followerOf(star, fan)).toMatchObject({ unsubscribed: true })
})

test('A complaint is accepted at the return path too, but a bounce only there', async () => {
  const member = await app.createMember(2)
  const drop = await member.drop()
  expect(await app.report('spam-complaint', drop.returnPath(1))).toBe(250)
  expect(await app.followerOf(member, member.follower(1))).toMatchObject({ unsubscribed: true })
  const report = await app.sampleReport('unknown-user', drop.returnPath(2))
  expect(await submitMail(app.port, 'complaints@radr.test', report)).toBe(250)
  expect(await drop.states()).toMatchObject({ sent: 2 })
})

test('A report that arrives before the outcome of its mail is deferred', async () => {
  const member = await app.createMember()
  const inFlight = Promise.withResolvers<string>()
  const reply = Promise.withResolvers<Reply>()
  app.mailbox.behave({
    body({ to, from }) {
      if (to[0] !== member.follower()) return 'accept'
      inFlight.resolve(from)
      return reply.promise
    },
  })
  const dropped = member.drop()
  const returnPath = await inFlight.promise
  expect(await app.report('unknown-user', returnPath)).toBe(451)
  reply.resolve('accept')
  const drop = await dropped
  app.mailbox.behave()
  expect(await app.report('unknown-user', returnPath)).toBe(250)
  expect(await drop.states()).toMatchObject({ failed: 1 })
})

test('Mails that are no reports, report nothing final, or are about an email that the follower forwards to, are accepted and ignored', async () => {
  const { returnPath } = await (await app.createMember()).drop()
  const before = await app.snapshot()
  for (const name of ['out-of-office', 'delayed', 'not-spam', 'plain-delay', 'forwarded-note'])
    expect(await app.report(name, returnPath())).toBe(250)
  for (const raw of ['\n', '\0'.repeat(1000), 'Content-Type: multipart/report\n\n--\n']) {
    expect(await submitMail(app.port, returnPath(), raw)).toBe(250)
  }
  expect(await app.snapshot()).toEqual(before)
})

test('After a complaint about a confirmation mail its link is invalid and no other mail is sent', async () => {
  const member = await app.createMember(0)
  const email = `victim-${member.username}@mail.test`
  expect((await follow(app.visitor(), member, email)).status).toBe(202)
  const isToVictim = ({ to }: ReceivedMail) => to[0] === email
  const mail = (await app.mailbox.waitFor(isToVictim)).find(isToVictim)
  expect(await app.report('spam-complaint', mail?.from ?? '')).toBe(250)
  expect(await app.suppressionOf(email)).toMatchObject({ reason: 'complaint' })
  const { searchParams } = linkIn(mail, 'Yes, send me the drops')
  const confirmed = await app
    .visitor()
    .call('POST', '/api/follows/confirm', { token: searchParams.get('token') })
  expect(confirmed.status).toBe(400)
})
