// @module-tag both-engines
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobsAreDone } from '../../tests/drain-queue.ts'
import { day, hour, minute, openTestApp, type TestApp } from '../../tests/test-app.ts'
import { findMemberByName } from './members.queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.mailbox.clear())

test('A confirm mail comes although its worker was killed before it was sent, and counts once', async () => {
  const member = await app.member()
  await jobsAreDone(app, 'confirm-email')
  await killedBeforeItsEnd('confirm-email', member.username)
  await jobsAreDone(app, 'confirm-email')
  expect(app.mailbox.mails).toHaveLength(2)
  expect((await confirm(member.email)).status).toBe(200)
  const { id } = await findMemberByName(app.context.db, member.username)
  const places = app.context.db.selectFrom('email_confirmations').where('user_id', '=', id)
  expect(await places.select('id').execute()).toHaveLength(1)
})

test('A confirm mail that waited while a later one was sent does not come', async () => {
  const member = await app.member()
  await jobsAreDone(app, 'confirm-email')
  app.pass(hour + minute)
  expect((await member.call('POST', '/api/email/resend')).status).toBe(200)
  await jobsAreDone(app, 'confirm-email')
  expect(app.mailbox.mails).toHaveLength(2)
  await killedBeforeItsEnd('confirm-email', member.username, 'first')
  await jobsAreDone(app, 'confirm-email')
  expect(app.mailbox.mails).toHaveLength(2)
  expect((await confirm(member.email)).status).toBe(200)
})

test('A confirm mail holds nothing that whoever asked for it typed', async () => {
  const member = await app.member('Buy-Pills-At-Evil')
  const [mail] = await app.mailbox.waitFor(1)
  expect(mail?.to).toEqual([member.email])
  const { subject, text, html } = mail?.parsed ?? {}
  expect(text).toContain('An account on Radr was made with this address.')
  for (const part of [subject, text, html]) expect(part).not.toContain('Pills')
})

test('The third reset mail comes although its worker was killed before it was sent, a fourth does not', async () => {
  const member = await app.member()
  await askForResets(member.email, 3)
  expect(resetMails()).toHaveLength(3)
  await killedBeforeItsEnd('reset-password', member.username)
  await jobsAreDone(app, 'reset-password')
  expect(resetMails()).toHaveLength(4)
  const newest = { token: tokenIn(resetMails().at(-1)), newPassword: 'battery staple' }
  await askForResets(member.email, 1)
  expect(resetMails()).toHaveLength(4)
  expect((await app.visitor().call('POST', '/api/reset-password', newest)).status).toBe(200)
})

test('A member gets at most six reset mails a day, also when links are used', async () => {
  const member = await app.member()
  await askForResets(member.email, 4)
  expect(resetMails()).toHaveLength(3)
  const used = { token: tokenIn(resetMails()[0]), newPassword: 'battery staple' }
  expect((await app.visitor().call('POST', '/api/reset-password', used)).status).toBe(200)
  await askForResets(member.email, 4)
  expect(resetMails()).toHaveLength(6)
  app.pass(2 * hour)
  await askForResets(member.email, 1)
  expect(resetMails()).toHaveLength(6)
  app.pass(day)
  await askForResets(member.email, 1)
  expect(resetMails()).toHaveLength(7)
})

/** Puts a member's job back to where a killed process leaves it: its transaction is over, the job is not. */
async function killedBeforeItsEnd(name: string, username: string, which = 'last') {
  const { db } = app.context
  const { id } = await findMemberByName(db, username)
  const order = which === 'last' ? sql`desc` : sql`asc`
  const { rows } = await sql`
    update pgboss.job set state = 'retry', completed_on = null, start_after = now()
    where name = ${name} and id = (
      select id from pgboss.job where name = ${name} and data ->> 'userId' = ${String(id)}
      order by created_on ${order} limit 1)
    returning id`.execute(db)
  expect(rows).toHaveLength(1)
}

async function askForResets(email: string, times: number) {
  for (let time = 0; time < times; time++) {
    const { status } = await app.visitor().call('POST', '/api/forgot-password', { email })
    expect(status).toBe(200)
  }
  await jobsAreDone(app, 'reset-password')
}

const resetMails = () =>
  app.mailbox.mails.filter(mail => mail.parsed.text?.includes('/reset-password?'))

const confirm = (email: string) => {
  const token = tokenIn(app.mailbox.mails.findLast(mail => mail.to.includes(email)))
  return app.visitor().call('POST', '/api/email/confirm', { token })
}

const tokenIn = (mail: { parsed: { text?: string } } | undefined) =>
  /\?token=([\w-]{43})(?![\w-])/.exec(mail?.parsed.text ?? '')?.[1]
