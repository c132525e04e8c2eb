import { expect, test } from 'vitest'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { dropAndDeliver, saveTracks } from '../../../tests/drop-audience.ts'
import { confirmedMember } from '../../../tests/member-actions.ts'
import { hour, openTestApp } from '../../../tests/test-app.ts'

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
const star = await confirmedMember(app)
await saveTracks(star)

let clients = 0
const newClient = () => `198.51.100.${++clients}`

async function ask(client: string, address: string) {
  const headers = { 'x-forwarded-for': client }
  const path = `/api/users/${star.username}/followers`
  expect((await app.visitor().call('POST', path, { email: address }, headers)).status).toBe(202)
}

/** Registers an account with the email; returns its session. */
async function register(client: string, email: string) {
  const body = { username: `u${crypto.randomUUID().slice(0, 8)}`, email, password: 'correct horse' }
  const visitor = app.visitor()
  const { status } = await visitor.call('POST', '/api/register', body, {
    'x-forwarded-for': client,
  })
  expect(status).toBe(201)
  return visitor
}

async function mailsTo(host: RegExp) {
  for (const job of ['confirm-email', 'confirm-follow', 'reset-password'])
    await drainQueue(app, job)
  return app.mailbox.mails.filter(({ to }) => host.test(to[0] ?? '')).length
}

test('One client has twenty mails an hour sent to mailboxes that confirmed nothing, and its accounts are made all the same', async () => {
  const client = newClient()
  for (let n = 0; n < 15; n++) await ask(client, `x@one${n}.test`)
  for (let n = 15; n < 25; n++) await register(client, `x@one${n}.test`)
  expect(await mailsTo(/@one\d+\.test$/)).toBe(20)
  await ask(newClient(), 'x@one99.test')
  expect(await mailsTo(/@one\d+\.test$/)).toBe(21)
  app.pass(hour)
  await ask(client, 'x@one98.test')
  expect(await mailsTo(/@one\d+\.test$/)).toBe(22)
})

test('One domain gets twenty an hour, whoever requests them, of every kind; a large provider’s has no such limit', async () => {
  const fans = []
  for (let n = 0; n < 12; n++) fans.push(await register(newClient(), `x${n}@two.test`))
  for (let n = 12; n < 15; n++) await ask(newClient(), `x${n}@two.test`)
  expect(await mailsTo(/@two\.test$/)).toBe(15)
  for (const fan of fans) await fan.call('POST', `/api/users/${star.username}/followers`, {})
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 5, skipped: 7 })
  await ask(newClient(), 'x99@two.test')
  expect(await mailsTo(/@two\.test$/)).toBe(20)
  for (let n = 0; n < 25; n++) await ask(newClient(), `someone${n}@gmail.com`)
  expect(await mailsTo(/@gmail\.com$/)).toBe(25)
})

test('All hosts below a registered domain share its budget, and registered domains below a country’s do not', async () => {
  for (let n = 0; n < 25; n++) await ask(newClient(), `x@host${n}.three.test`)
  expect(await mailsTo(/three\.test$/)).toBe(20)
  for (let n = 0; n < 25; n++) await ask(newClient(), `x@mail.four${n}.co.uk`)
  expect(await mailsTo(/four\d+\.co\.uk$/)).toBe(25)
})

test('Mails that reset a password are in the budgets of client and domain, too', async () => {
  const forgot = (client: string, email: string) =>
    app.visitor().call('POST', '/api/forgot-password', { email }, { 'x-forwarded-for': client })
  for (let n = 0; n < 18; n++) await register(newClient(), `x${n}@five.test`)
  for (let n = 0; n < 5; n++) await forgot(newClient(), `x${n}@five.test`)
  expect(await mailsTo(/@five\.test$/)).toBe(20)

  const client = newClient()
  for (let n = 0; n < 19; n++) await ask(client, `x@six${n}.test`)
  for (let n = 0; n < 3; n++) await register(newClient(), `reset${n}@gmail.com`)
  expect(await mailsTo(/^reset\d@gmail\.com$/)).toBe(3)
  for (let n = 0; n < 3; n++) await forgot(client, `reset${n}@gmail.com`)
  expect(await mailsTo(/^reset\d@gmail\.com$/)).toBe(4)
})

test('One client uses five of a domain’s twenty, and an account that gets no mail is told why and can ask again', async () => {
  const client = newClient()
  for (let n = 0; n < 30; n++) await ask(client, `x${n}@h${n}.seven.test`)
  for (let n = 0; n < 10; n++) await ask(`2001:db8:7:${n}::1`, `y${n}@seven.test`)
  expect(await mailsTo(/seven\.test$/)).toBe(10)
  const resend = (who: Awaited<ReturnType<typeof register>>, from: string) =>
    who.call('POST', '/api/email/resend', undefined, { 'x-forwarded-for': from })
  const own = newClient()
  await resend(await register(own, 'real@seven.test'), own)
  expect(await mailsTo(/^real@seven\.test$/)).toBe(1)

  const late = await register(client, 'late@seven.test')
  expect(await resend(late, client)).toMatchObject({
    status: 429,
    body: { code: 'mail_budget_used', message: expect.stringMatching(/^Too many emails/) },
  })
  app.pass(hour)
  expect((await resend(late, client)).status).toBe(200)
  expect(await mailsTo(/^late@seven\.test$/)).toBe(1)
})

test('A budget that is used up tells nothing about the mailboxes for which it was used', async () => {
  const confirmed = await confirmedMember(app)
  const unconfirmed = await register(newClient(), 'new@gmail.com')
  expect((await unconfirmed.call('GET', '/api/user')).status).toBe(200)
  const histories = [confirmed.email, star.email, 'new@gmail.com', 'unknown@gmail.com']
  const requests = [
    ask,
    (client: string, email: string) =>
      app.visitor().call('POST', '/api/forgot-password', { email }, { 'x-forwarded-for': client }),
  ]
  for (const request of requests) {
    for (const [index, suspect] of histories.entries()) {
      const client = newClient()
      const host = `eight${clients}`
      for (let n = 0; n < 18; n++) await ask(client, `x${n}@${host}-${n}.test`)
      await request(client, suspect)
      await ask(client, `own@${host}-a.test`)
      await ask(client, `own@${host}-b.test`)
      const own = await mailsTo(new RegExp(`^own@${host}-[ab]\\.test$`))
      expect(own, `${histories[index]}`).toBe(1)
    }
  }
})

test('A client whose budget is used up gets no confirmation mail again, whatever the mailbox of its account confirmed', async () => {
  const [, name, host] = /^(.+)@(.+)$/.exec(star.email) ?? []
  for (const email of [`${name}+confirmed@${host}`, `unknown@${host}`]) {
    const client = newClient()
    const account = await register(newClient(), email)
    for (let n = 0; n < 20; n++) await ask(client, `x@nine${clients}-${n}.test`)
    const path = '/api/email/resend'
    expect(
      await account.call('POST', path, undefined, { 'x-forwarded-for': client }),
      email,
    ).toMatchObject({ status: 429, body: { code: 'mail_budget_used' } })
  }
})
