import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { queueReminders } from '../../src/drops/reminder/queue-reminders.job.ts'
import { type MailKind, rulesOf, storedKinds } from '../../src/mail/mails.ts'
import { dump } from '../address-traces.ts'
import { addFollowers, linkIn, saveTracks } from '../drop-audience.ts'
import type { ReceivedMail } from '../mailbox.ts'
import { day, minute, openTestApp, runJob } from '../test-app.ts'
import { unsubscribeTokenOf } from '../unsubscribe-token-of.ts'
import { findMailErrors, linksIn } from './mail-validator.ts'

const publicUrl = 'https://radr.example'
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const zone = {
  'mail._domainkey.radr.example': publicKey.export({ format: 'pem', type: 'spki' }).toString(),
}

/** One of every kind, as the mail server got it. */
const mails = new Map<MailKind, ReceivedMail>()
/** Both attempts at the drop's mail: the first had no response. */
const attempts: ReceivedMail[] = []
const app = await openTestApp({
  PUBLIC_URL: publicUrl,
  DKIM_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  DKIM_SELECTOR: 'mail',
  MAIL_ADDRESS: 'Radr Ltd\\n1 Example Street',
  CONTACT: 'hello@radr.example',
  PRIVACY_URL: `${publicUrl}/privacy`,
})
const star = await app.member('star')

beforeAll(async () => {
  await keep('confirm-email', star.email)
  await saveTracks(star, 3)
  await app.visitor().call('POST', '/api/users/star/followers', { email: 'ann@mail.test' })
  await keep('confirm-follow', 'ann@mail.test')
  await app.visitor().call('POST', '/api/forgot-password', { email: star.email })
  await keep('reset-password', star.email)
  await app.context.db.updateTable('users').set({ email_confirmed_at: new Date() }).execute()
  await app.context.db.updateTable('users').set({ is_dev_user: true }).execute()
  await star.call('POST', '/api/test-drop', { note: 'Ünï – all of it' })
  await keep('test-drop', star.email)
  await addFollowers(app, 'star', 1)
  app.mailbox.behave({
    body: mail => {
      attempts.push(mail)
      return attempts.length === 1 ? 'disconnect' : 'accept'
    },
  })
  await star.call('POST', '/api/drops', { note: 'Ünï – all of it' })
  await written('unknown')
  app.pass(2 * minute)
  await keep('drop', 'star-fan1@fans.test')
  await written('sent')
  await star.call('PUT', '/api/drops/reminder', { isOn: true })
  app.mailbox.behave()
  await app.context.db
    .updateTable('drop_reminders')
    .set({ due_at: daysAgo(0) })
    .execute()
  await app.context.db
    .updateTable('drops')
    .set({ created_at: daysAgo(8) })
    .execute()
  await runJob(queueReminders, app.context, {})
  await keep('drop-reminder', star.email)
  const token = linkIn(mails.get('confirm-follow'), 'Yes, send me the drops').searchParams.get(
    'token',
  )
  await app.visitor().call('POST', '/api/follows/confirm', { token })
  const { id } = await app.context.db
    .selectFrom('radr_follows')
    .select('id')
    .where('last_verification_email', 'is not', null)
    .executeTakeFirstOrThrow()
  const stop = { token: await unsubscribeTokenOf(app.context, id), all: true }
  await app.visitor().call('POST', '/api/follows/unsubscribe', stop)
  await keep('mail-stopped', 'ann@mail.test')
})

const daysAgo = (days: number) => new Date(Date.now() - days * day)

async function keep(kind: MailKind, address: string) {
  const received = await app.mailbox.waitFor(({ to }) => to[0] === address)
  const mail = received.find(({ to }) => to[0] === address)
  if (mail) mails.set(kind, mail)
  app.mailbox.clear()
}

/** Waits until the delivery to the drop's only recipient has this status. */
async function written(status: 'unknown' | 'sent') {
  const look = () =>
    app.context.db
      .selectFrom('drop_notifications')
      .select('id')
      .where('status', '=', status)
      .executeTakeFirstOrThrow()
  await vi.waitFor(look, { timeout: 120_000, interval: 20 })
}

test('Every kind of mail meets the requirements of the large mail providers', async () => {
  expect(mails.size).toBe(7)
  for (const [kind, { raw }] of mails) {
    const isDrop = kind === 'drop'
    const hasList = rulesOf(kind).isList === true
    expect(await findMailErrors(raw, { isDrop, hasList, publicUrl, zone }), kind).toEqual([])
  }
})

test('The validator reports each defect', async () => {
  const good = mails.get('drop')?.raw.toString() ?? ''
  const spoilt: [string | RegExp, string, string][] = [
    [/^/, 'List-Id: <x.y>\r\n', 'has list-id twice'],
    [/^List-Unsubscribe-Post.*\r\n/m, '', 'lacks list-unsubscribe-post'],
    ['auto-generated', 'no', 'is not Auto-Submitted'],
    ['One-Click', 'Two-Click', 'has no valid DKIM signature'],
    [/<!DOCTYPE html>/i, '<p>', 'has no HTML part'],
  ]
  for (const [was, is, wrong] of spoilt) {
    const raw = Buffer.from(good.replace(was, is))
    expect(await findMailErrors(raw, { isDrop: true, hasList: true, publicUrl, zone })).toContain(
      wrong,
    )
  }
})

test('A retry sends the same mail', () => {
  const [first, second] = attempts.map(({ parsed }) => parsed)
  expect(attempts).toHaveLength(2)
  expect(first?.messageId).toBe(second?.messageId)
  expect([first?.subject, first?.html, first?.text]).toEqual([
    second?.subject,
    second?.html,
    second?.text,
  ])
})

test('Opening every link of every mail, by HEAD and by GET, changes nothing in the database', async () => {
  // Scheduled jobs would change it as well.
  await app.context.queue.stop()
  const paths = new Set(
    [...mails.values()]
      .flatMap(({ parsed }) => [
        ...linksIn(parsed.html, parsed.text),
        ...parsed.headers.flatMap(({ value }) => value.match(/https:[^>\s]+/g) ?? []),
      ])
      .filter(link => link.startsWith(publicUrl))
      .map(link => link.slice(publicUrl.length)),
  )
  expect(paths.size).toBeGreaterThan(6)
  const before = await dump(app.context.db)
  expect(before.length).toBeGreaterThan(15)
  for (const path of paths) {
    for (const reader of [app.visitor(), star]) {
      for (const method of ['HEAD', 'GET', 'GET']) {
        const { status } = await reader.call(method, path)
        expect(status, `${method} ${path}`).toBeLessThan(500)
      }
    }
  }
  expect(await dump(app.context.db)).toEqual(before)
})

test('The data of a job or mail are ids, numbers and times, and no text, token, email or client', async () => {
  const { rows } = await sql<{ name: string; data: Record<string, unknown> }>`
    select name, data from pgboss.job where name not like '\\_\\_%' and data is not null
    union all select kind, data - 'note' from mails`.execute(app.context.db)
  const sent = storedKinds.filter(kind => kind !== 'weekly-mail')
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(sent))
  const isPlain = (value: unknown): boolean =>
    value === null ||
    typeof value === 'number' ||
    (Array.isArray(value) && value.every(isPlain)) ||
    (typeof value === 'string' &&
      /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z|[A-Za-z0-9]{22}|[\da-f-]{36})$/.test(value))
  for (const { name, data } of rows)
    expect(
      Object.entries(data).filter(([, value]) => !isPlain(value)),
      name,
    ).toEqual([])
})
