import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { changeAddress } from '../../../tests/change-address.ts'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { linkIn, saveTracks } from '../../../tests/drop-audience.ts'
import { clickOnce, confirmedMember } from '../../../tests/member-actions.ts'
import { setHiddenReason } from '../../../tests/member-lists.ts'
import { startMockPushService } from '../../../tests/servers/mock-push-service.ts'
import { type Client, day, hour, minute, openTestApp, runJob } from '../../../tests/test-app.ts'
import { suppress } from '../../mail/mailboxes/suppression.ts'
import { controlMail } from '../../mail/pausing/mail-controls.ts'
import { queueReminders } from './queue-reminders.job.ts'

const service = await startMockPushService()
const app = await openTestApp({ OUTSIDE_SERVICES: service.url, PUBLIC_URL: 'https://radr.test' })
const { context } = app
const { db } = context
beforeEach(() => app.mailbox.clear())

const setReminder = (client: Client, isOn = true) =>
  client.call<{ isOn: boolean; by: string | null }>('PUT', '/api/drops/reminder', { isOn })

/** Queues what is due, and waits until it is sent. */
async function remind() {
  await runJob(queueReminders, context, {})
  await drainQueue(app, 'drop-reminder')
  await drainQueue(app, 'push-reminder')
}

/** A member with a list and a drop who asked to be reminded. */
async function newMember({ asks = true } = {}) {
  const member = await confirmedMember(app)
  await saveTracks(member)
  if (asks) expect((await setReminder(member)).body).toEqual({ isOn: true, by: 'mail' })
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  const mails = () =>
    app.mailbox.mails.filter(
      ({ to, parsed }) => to[0] === member.email && /is open/.test(parsed.subject ?? ''),
    )
  return { ...member, mails }
}

const subscribe = (client: Client, { subscription } = service.device()) =>
  client.call('PUT', '/api/push/subscription', subscription)

test('Who asked is reminded by mail once, when the seven days are over, and nobody else is', async () => {
  const member = await newMember()
  const other = await newMember({ asks: false })
  app.pass(7 * day - hour)
  await remind()
  expect(member.mails()).toEqual([])
  app.pass(2 * hour)
  await remind()
  await remind()
  const [mail, ...others] = member.mails()
  expect(others).toEqual([])
  expect(other.mails()).toEqual([])
  expect(mail?.parsed.subject).toBe('Your drop #2 is open')
  expect(mail?.parsed.text).toMatch(/Are these still your seven\?\n\n1\. Track 4uLU6h\n/)
  expect(linkIn(mail, 'Open my list').pathname).toBe('/home')
  const headers = new Map(mail?.parsed.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-id')).toBe('<reminders.radr.test>')
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  const counted = await db
    .selectFrom('mailbox_mails')
    .select('is_sent')
    .where('kind', '=', 'drop-reminder')
    .execute()
  expect(counted).toEqual([{ is_sent: true }])
  app.pass(30 * day)
  await remind()
  expect(member.mails()).toHaveLength(1)
})

test('A drop begins the next wait, and turning the switch off and on again does not', async () => {
  const member = await newMember()
  app.pass(7 * day + minute)
  await remind()
  await setReminder(member, false)
  await setReminder(member)
  await remind()
  expect(member.mails()).toHaveLength(1)
  await saveTracks(member, 2)
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  await setReminder(member, false)
  await setReminder(member)
  app.pass(7 * day + minute)
  await remind()
  expect(member.mails().map(({ parsed }) => parsed.subject)).toEqual([
    'Your drop #2 is open',
    'Your drop #3 is open',
  ])
})

test('Nobody is reminded of what is not true any more, also while the mail waits', async () => {
  const [dropped, emptied, hidden, off] = [
    await newMember(),
    await newMember(),
    await newMember(),
    await newMember(),
  ]
  await db.updateTable('mail_flow').set({ paused_at: new Date() }).execute()
  app.pass(7 * day + minute)
  await runJob(queueReminders, context, {})
  await saveTracks(dropped, 2)
  expect((await dropped.call('POST', '/api/drops', {})).status).toBe(201)
  await saveTracks(emptied, 0)
  await setHiddenReason(db, hidden.username, 'Spam')
  await setReminder(off, false)
  await db.updateTable('mail_flow').set({ paused_at: null }).execute()
  await remind()
  for (const member of [dropped, emptied, hidden, off]) expect(member.mails()).toEqual([])
})

test('One click in the mail stops reminders, and a page with a button does; opening it changes nothing', async () => {
  for (const how of ['header', 'page'] as const) {
    const member = await newMember()
    app.pass(7 * day + minute)
    await remind()
    const [mail] = member.mails()
    const header = mail?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const oneClick = new URL(/^<([^>]{1,59})>$/.exec(header)?.[1] ?? '').pathname
    const page = linkIn(mail, 'Stop reminding me')
    const isOn = async () =>
      (await member.call<{ isOn: boolean }>('GET', '/api/drops/reminder')).body.isOn
    const { response } = await app.visitor().call('GET', oneClick)
    expect(response.headers.get('location')).toBe(page.pathname + page.search)
    expect(await isOn()).toBe(true)
    const token = page.searchParams.get('token')
    const stopped =
      how === 'page'
        ? await app.visitor().call('POST', '/api/drops/reminder/stop', { token })
        : await clickOnce(app, oneClick)
    expect(stopped).toMatchObject({ status: 200, body: { username: member.username } })
    expect(await isOn()).toBe(false)
    expect(
      await app.visitor().call('POST', '/api/drops/reminder/stop', { token: `x${token}` }),
    ).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
  }
})

test('Reminders go on when a link that was mailed to a former email is used', async () => {
  const member = await newMember()
  app.pass(7 * day + minute)
  await remind()
  const [mail] = member.mails()
  const token = linkIn(mail, 'Stop reminding me').searchParams.get('token')
  await changeAddress(app, member, `new-${member.email}`)
  const stop = app.visitor().call('POST', '/api/drops/reminder/stop', { token })
  expect(await stop).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
  expect((await member.call('GET', '/api/drops/reminder')).body).toMatchObject({ isOn: true })
})

test('Asking for reminders starts no mail to an email whose owner called it spam', async () => {
  const member = await newMember({ asks: false })
  await suppress(db, member.email, 'complaint', 'abuse')
  expect((await setReminder(member)).body).toEqual({ isOn: true, by: null })
  app.pass(7 * day + minute)
  await remind()
  expect(member.mails()).toEqual([])
})

test('Who has a device and takes no mail is notified, and who has neither or no confirmed email is told so', async () => {
  const [stopped, suppressed, silent] = [await newMember(), await newMember(), await newMember()]
  const unconfirmed = await newMember()
  const third = service.device()
  await subscribe(unconfirmed, third)
  await db
    .updateTable('users')
    .set({ email_confirmed_at: null })
    .where('id', '=', unconfirmed.id)
    .execute()
  const device = service.device()
  await subscribe(stopped, device)
  const other = service.device()
  await subscribe(suppressed, other)
  for (const { email } of [stopped, silent])
    await db
      .insertInto('mailboxes')
      .values(({ fn, val }) => ({ key: fn('mailbox_key', [val(email)]), stopped_at: new Date() }))
      .onConflict(on => on.column('key').doUpdateSet({ stopped_at: new Date() }))
      .execute()
  await suppress(db, suppressed.email, 'hard', 'gone')
  const by = async (client: Client) =>
    (await client.call<{ by: string }>('GET', '/api/drops/reminder')).body.by
  const members = [stopped, suppressed, silent, unconfirmed]
  expect(await Promise.all(members.map(by))).toEqual(['notification', 'notification', null, null])
  app.pass(7 * day + minute)
  await remind()
  for (const member of members) expect(member.mails()).toEqual([])
  expect(third.messages()).toEqual([])
  const message = {
    title: 'Your drop #2 is open',
    body: 'Are these still your seven?',
    address: '/home',
  }
  for (const each of [device, other]) expect(each.messages()).toEqual([message])
})

test('A reminder by notification waits while all mail is paused', async () => {
  const member = await newMember()
  const device = service.device()
  await subscribe(member, device)
  await suppress(db, member.email, 'hard', 'gone')
  app.pass(7 * day + minute)
  await controlMail(db, 'pause', context.clock.now())
  await runJob(queueReminders, context, {})
  const waiting = () =>
    sql`select from pgboss.job
      where name = 'push-reminder' and state = 'created' and start_after > now()`
      .execute(db)
      .then(({ rows }) => rows.length)
  await expect.poll(waiting).toBe(1)
  expect(device.messages()).toEqual([])
  await controlMail(db, 'resume', context.clock.now())
  await drainQueue(app, 'push-reminder')
  expect(device.messages()).toHaveLength(1)
})

test('A deleted account is reminded of nothing, and its request is erased at once', async () => {
  const member = await newMember()
  const proof = { username: member.username, password: 'correct horse' }
  expect((await member.call('POST', '/api/user/delete', proof)).status).toBe(204)
  const rows = await db
    .selectFrom('drop_reminders')
    .innerJoin('users', 'users.id', 'user_id')
    .select('user_id')
    .where('username', 'like', 'deleted-%')
    .execute()
  expect(rows).toEqual([])
  app.pass(7 * day + minute)
  await remind()
  expect(member.mails()).toEqual([])
})
