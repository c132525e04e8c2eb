// @module-tag both-engines
import { beforeEach, expect, test } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { rerunJob } from '../../tests/rerun-job.ts'
import { day, hour, minute, openTestApp } from '../../tests/test-app.ts'
import { findMemberByName } from './members.queries.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

test('A confirm mail comes although its worker was killed before it was sent, and counts once', async () => {
  const member = await app.member()
  await drainQueue(app, 'confirm-email')
  await rerun('confirm-email', member.username)
  expect(app.mailbox.mails).toHaveLength(2)
  expect((await confirm(member.email)).status).toBe(200)
  const { id } = await findMemberByName(app.context.db, member.username)
  const places = app.context.db.selectFrom('email_confirmations').where('user_id', '=', id)
  expect(await places.select('id').execute()).toHaveLength(1)
})

test('A confirm mail that waited while a later one was sent does not come', async () => {
  const member = await app.member()
  await drainQueue(app, 'confirm-email')
  app.pass(hour + minute)
  expect((await member.call('POST', '/api/email/resend')).status).toBe(200)
  await drainQueue(app, 'confirm-email')
  expect(app.mailbox.mails).toHaveLength(2)
  await rerun('confirm-email', member.username, 'first')
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
  await rerun('reset-password', member.username)
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

/** Runs a member's job once more, as after a worker that was killed before the job's end. */
async function rerun(name: string, username: string, which?: 'first' | 'last') {
  const { id } = await findMemberByName(app.context.db, username)
  await rerunJob(app, name, { userId: id }, which)
}

async function askForResets(email: string, times: number) {
  for (let time = 0; time < times; time++) {
    const { status } = await app.visitor().call('POST', '/api/forgot-password', { email })
    expect(status).toBe(200)
  }
  await drainQueue(app, 'reset-password')
}

const resetMails = () =>
  app.mailbox.mails.filter(mail => mail.parsed.text?.includes('/reset-password?'))

const confirm = (email: string) => {
  const token = tokenIn(app.mailbox.mails.findLast(mail => mail.to.includes(email)))
  return app.visitor().call('POST', '/api/email/confirm', { token })
}

const tokenIn = (mail: { parsed: { text?: string } } | undefined) =>
  /\?token=([\w-]{43})(?![\w-])/.exec(mail?.parsed.text ?? '')?.[1]
