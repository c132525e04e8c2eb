import { beforeEach, expect, test } from 'vitest'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { dropAndDeliver, memberWithFollowers, saveTracks } from '../../../tests/drop-audience.ts'
import type { ReceivedMail } from '../../../tests/mailbox.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { resendMail } from '../../../tests/resend-mail.ts'
import { type Client, day, hour, minute, openTestApp } from '../../../tests/test-app.ts'
import type { CurrentUser } from '../members.schemas.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

const tokenFor = (email: string, count = 1) => mailedToken(app, email, '/email/confirm', { count })
const confirm = (token: unknown) => app.visitor().call('POST', '/api/email/confirm', { token })
const isConfirmed = async (member: Client) =>
  (await member.call<CurrentUser>('GET', '/api/user')).body.email_confirmed

test('The mailed link confirms the email in any browser, and a second visit succeeds as well', async () => {
  const member = await app.member()
  const token = await tokenFor(member.email)
  expect(await isConfirmed(member)).toBe(false)
  for (const _visit of [1, 2]) {
    const { status, body } = await confirm(token)
    expect(status).toBe(200)
    expect(body).toEqual({ username: member.username })
  }
  expect(await isConfirmed(member)).toBe(true)
  app.pass(8 * day)
  expect((await confirm(token)).status).toBe(200)
})

test('The link works for seven days', async () => {
  const member = await app.member()
  const token = await tokenFor(member.email)
  app.pass(7 * day + minute)
  const { status, body } = await confirm(token)
  expect(status).toBe(400)
  expect(body).toMatchObject({ message: expect.stringContaining('It is older than 7 days.') })
  expect(await isConfirmed(member)).toBe(false)
})

test.each([['wrong'], [''], [null], [undefined], ['x'.repeat(300)]])(
  'The email is not confirmed with the token %j',
  async token => {
    expect((await confirm(token)).status).toBe(400)
  },
)

test('The mail can be requested again after an hour, three times a day', async () => {
  const member = await app.member()
  const resend = () => member.call<{ message: string; code?: string }>('POST', '/api/email/resend')
  await tokenFor(member.email)
  const tooSoon = await resend()
  expect(tooSoon).toMatchObject({ status: 429, body: { code: 'confirmation_recently_sent' } })
  expect(Number(tooSoon.response.headers.get('retry-after'))).toBeGreaterThan(3500)
  for (const count of [2, 3]) {
    app.pass(hour + minute)
    expect((await resend()).status).toBe(200)
    await tokenFor(member.email, count)
  }
  app.pass(hour + minute)
  expect((await resend()).body.message).toContain(
    'unless this address has had as many as it gets for now',
  )
  await drainQueue(app, 'confirm-email')
  expect(app.mailbox.mails.filter(mail => mail.to.includes(member.email))).toHaveLength(3)
  app.pass(day)
  expect((await resend()).status).toBe(200)
  expect((await confirm(await tokenFor(member.email, 4))).status).toBe(200)
  expect((await resend()).body).toEqual({ message: 'Your email address is already confirmed.' })
})

test('The mail is sent although its worker was killed before, and counts once', async () => {
  const member = await app.member()
  await drainQueue(app, 'confirm-email')
  await resendMail(app, 'confirm-email', member.id)
  expect(app.mailbox.mails).toHaveLength(2)
  for (let time = 0; time < 3; time++) {
    app.pass(hour + minute)
    expect((await member.call('POST', '/api/email/resend')).status).toBe(200)
    await drainQueue(app, 'confirm-email')
  }
  expect(app.mailbox.mails).toHaveLength(4)
  expect((await confirm(await tokenFor(member.email, 4))).status).toBe(200)
})

test('A mail that waited until a newer one was sent is not sent', async () => {
  const member = await app.member()
  await drainQueue(app, 'confirm-email')
  app.pass(hour + minute)
  expect((await member.call('POST', '/api/email/resend')).status).toBe(200)
  await drainQueue(app, 'confirm-email')
  expect(app.mailbox.mails).toHaveLength(2)
  await resendMail(app, 'confirm-email', member.id, 'first')
  expect(app.mailbox.mails).toHaveLength(2)
  expect((await confirm(await tokenFor(member.email))).status).toBe(200)
})

test.each([
  ['with a link of its own', 'Loud', 2],
  ['without a link, because it has no note,', null, 1],
])('The mail is sent although a drop mail %s was composed before it', async (_, note, links) => {
  const star = await app.member()
  await saveTracks(star)
  const isLate = (mail: ReceivedMail) => mail.parsed.subject?.startsWith('Confirm your email')
  let rejections = 0
  app.mailbox.behave({
    body(mail) {
      if (!isLate(mail) || mail.to.includes(star.email)) return 'accept'
      rejections++
      return { code: 451, text: 'later' }
    },
  })
  const member = await app.member()
  await expect.poll(() => rejections).toBeGreaterThanOrEqual(1)
  await member.call('POST', `/api/users/${star.username}/followers`, {})
  expect(await dropAndDeliver(star, note)).toMatchObject({ sent: 1 })
  app.mailbox.behave()
  await drainQueue(app, 'confirm-email')
  const mails = app.mailbox.mails.filter(mail => mail.to.includes(member.email))
  expect(mails.filter(isLate)).toHaveLength(1)
  expect((await confirm(await tokenFor(member.email, links))).status).toBe(200)
  const created = await app.context.db
    .selectFrom('email_confirmations')
    .select('id')
    .where('user_id', '=', member.id)
    .execute()
  expect(created).toHaveLength(links)
})

test('The mail names the account before its link, and its subject has nothing that was typed', async () => {
  const member = await app.member('Some-Stranger')
  const [mail] = await app.mailbox.waitFor(1)
  expect(mail?.to).toEqual([member.email])
  const { subject, text } = mail?.parsed ?? {}
  expect(text).toMatch(/The account @Some-Stranger on Radr has this address\..*\/email\/confirm/s)
  expect(text).toContain('Not your account? Ignore this email')
  expect(subject).not.toContain('Stranger')
})

test('The page of a link names the account before the click, that of an invalid or old link nobody', async () => {
  const member = await app.member()
  const token = await tokenFor(member.email)
  const open = async (link: string) => {
    const query = `/email/confirm?token=${link}`
    const page = await app.visitor().call('GET', query)
    return {
      ...(await app.visitor().call('GET', `/api${query}`)),
      html: await page.response.text(),
    }
  }
  const before = await open(token)
  expect(before).toMatchObject({ status: 200, body: { username: member.username } })
  expect(before.html).toContain(`@${member.username}`)
  expect(before.html).toContain('Not your account?')
  expect(await isConfirmed(member)).toBe(false)

  app.pass(7 * day + minute)
  for (const link of [token, 'x'.repeat(43)]) {
    const { status, body, html } = await open(link)
    const problem = link === token ? 'It is older than 7 days.' : 'Part of it may be missing'
    expect({ status, body }).toEqual({ status: 200, body: { problem: expect.any(String) } })
    expect(html).toContain(problem)
    expect(html).not.toContain('Confirm address')
    expect(html).not.toContain(member.username)
  }
})

test('Home, Feed with a drop and Settings ask for the confirmation, until the email is confirmed', async () => {
  const member = await app.member()
  const notice = `Confirm ${member.email} to get drops by email.`
  const pagesWithNotice = async () => {
    const paths = ['/home', '/feed', '/settings']
    const pages = paths.map(path =>
      member.call('GET', path).then(({ response }) => response.text()),
    )
    const html = await Promise.all(pages)
    return paths.filter((_, index) => html[index]?.includes(notice))
  }
  expect(await pagesWithNotice()).toEqual(['/home', '/settings'])
  const star = await memberWithFollowers(app, 0)
  await member.call('POST', `/api/users/${star.username}/followers`, {})
  await star.call('POST', '/api/drops', {})
  expect(await pagesWithNotice()).toEqual(['/home', '/feed', '/settings'])
  await confirm(await tokenFor(member.email))
  expect(await pagesWithNotice()).toEqual([])
})
