import { expect, test } from 'vitest'
import { saveTracks } from '../drop-audience.ts'
import { confirmedMember } from '../member-actions.ts'
import { type Client, day, hour, minute, openTestApp } from '../test-app.ts'

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })

let hosts = 0
const newAddress = () => `203.0.113.${++hosts}`

type Request = { body?: unknown; address?: string; client?: Client }

/** How many of `attempts` requests are allowed, and the message of the last rejection. */
async function countAllowed(attempts: number, path: string, make: (attempt: number) => Request) {
  let through = 0
  let refused = ''
  for (let i = 0; i < attempts; i++) {
    const { body, address = newAddress(), client = app.visitor() } = make(i)
    const method = path.startsWith('/api/user/') ? 'PUT' : 'POST'
    const answer = await client.call<{ message: string }>(method, path, body, {
      'x-forwarded-for': address,
    })
    if (answer.status !== 429) through++
    else refused = answer.body.message
  }
  return [through, refused]
}

const wait = expect.stringMatching(
  /^Too many attempts\. Please try again in \d+ (minute|second)s?\.$/,
)

test('Guessing one member’s password from one IP ends after ten tries, for that IP alone', async () => {
  const { email, call } = await app.member()
  const address = newAddress()
  const guess = (i: number) => ({ body: { email, password: `guess ${i}` }, address })
  expect(await countAllowed(12, '/api/login', guess)).toEqual([10, wait])
  const right = { email, password: 'correct horse' }
  expect((await call('POST', '/api/login', right, { 'x-forwarded-for': address })).status).toBe(429)
  expect((await call('POST', '/api/login', right)).status).toBe(200)
  app.pass(hour)
  expect((await call('POST', '/api/login', right, { 'x-forwarded-for': address })).status).toBe(200)
})

test('Guessing from one IP for a long time does not lock the member out at another', async () => {
  const { email, call } = await app.member()
  const address = newAddress()
  const guess = (i: number) => ({ body: { email, password: `guess ${i}` }, address })
  expect((await countAllowed(105, '/api/login', guess))[0]).toBe(10)
  const right = { email, password: 'correct horse' }
  const { status } = await call('POST', '/api/login', right, { 'x-forwarded-for': newAddress() })
  expect(status).toBe(200)
})

test('Guessing from many IPs locks a member out neither where they signed in before nor elsewhere', async () => {
  const { email, call } = await app.member()
  const right = { email, password: 'correct horse' }
  const home = { 'x-forwarded-for': newAddress() }
  expect((await call('POST', '/api/login', right, home)).status).toBe(200)
  const addresses = Array.from({ length: 12 }, newAddress)
  const guess = (i: number) => ({
    body: { email, password: `guess ${i}` },
    address: addresses[i % addresses.length] ?? '',
  })
  expect((await countAllowed(120, '/api/login', guess))[0]).toBeLessThan(120)
  expect((await call('POST', '/api/login', right, home)).status).toBe(200)
  const elsewhere = { 'x-forwarded-for': newAddress() }
  expect((await call('POST', '/api/login', { email, password: 'x' }, elsewhere)).status).toBe(401)
  const early = await call('POST', '/api/login', right, elsewhere)
  expect(early.status).toBe(429)
  expect(Number(early.response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  app.pass(minute)
  expect((await call('POST', '/api/login', right, elsewhere)).status).toBe(200)
})

test('Once many have guessed an account’s password, the networks of one IPv6 /48 have one guess a minute together', async () => {
  const { email } = await app.member()
  const guess = (address = newAddress()) => ({ body: { email, password: 'guess' }, address })
  expect((await countAllowed(100, '/api/login', () => guess()))[0]).toBe(100)
  const inSite = (site: string) => (n: number) => guess(`2001:db8:${site}:${n}::1`)
  expect(await countAllowed(20, '/api/login', inSite('a1'))).toEqual([1, wait])
  expect(await countAllowed(20, '/api/login', inSite('a2'))).toEqual([1, wait])
  app.pass(minute)
  expect((await countAllowed(20, '/api/login', inSite('a1')))[0]).toBe(1)
})

test('A member can be renamed ten times a day, and members at one IP thirty times', async () => {
  const rename = (client: Client, name: string, address?: string) => () => ({
    client,
    address,
    body: { username: `${name}-${++renames}` },
  })
  let renames = 0
  const path = '/api/user/username'
  const aDay = expect.stringContaining('24 hours')
  expect(await countAllowed(12, path, rename(await app.member(), 'roamer'))).toEqual([10, aDay])
  const address = newAddress()
  for (const through of [10, 10, 10, 0]) {
    const make = rename(await app.member(), 'neighbour', address)
    expect((await countAllowed(10, path, make))[0]).toBe(through)
  }
})

test('One network requests at most five reset mails an hour for an email, known or not, and others can still', async () => {
  for (const email of ['nobody@mail.test', (await app.member()).email]) {
    const address = newAddress()
    const request = () => ({ body: { email }, address })
    expect(await countAllowed(7, '/api/forgot-password', request)).toEqual([5, wait])
    expect(await countAllowed(1, '/api/forgot-password', () => ({ body: { email } }))).toEqual([
      1,
      '',
    ])
  }
})

test('Strangers who ask to follow with somebody’s email, ten times an hour from one network, do not keep its owner from asking', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => app.member()))
  const address = newAddress()
  const ask = async (index: number, from: string) => {
    const path = `/api/users/${members[index]?.username}/followers`
    return await countAllowed(1, path, () => ({ body: { email: 'ann@mail.test' }, address: from }))
  }
  for (let index = 0; index < 10; index++) expect(await ask(index, address)).toEqual([1, ''])
  expect(await ask(10, address)).toEqual([0, wait])
  expect(await ask(11, newAddress())).toEqual([1, ''])
})

test('A member’s pictures and drops are limited wherever the member is', async () => {
  const client = await app.member()
  const picture = () => ({ client, body: { avatar: null } })
  expect(await countAllowed(22, '/api/user/avatar', picture)).toEqual([20, wait])
  expect(await countAllowed(22, '/api/drops', () => ({ client, body: {} }))).toEqual([20, wait])
})

test('An IP can look up 120 usernames a minute and register 40 accounts an hour', async () => {
  const address = newAddress()
  const name = () => ({ address, body: { username: 'ann' } })
  expect(await countAllowed(122, '/api/username-available', name)).toEqual([120, wait])
  const account = { username: 'Ann', email: 'taken@mail.test', password: 'correct horse' }
  expect(await countAllowed(42, '/api/register', () => ({ address, body: account }))).toEqual([
    40,
    wait,
  ])
})

test('A page costs the same whatever the server reads for it', async () => {
  const headers = { 'x-forwarded-for': newAddress() }
  const member = await app.member()
  const { username } = member
  for (const tracks of [1, 2]) {
    await saveTracks(member, tracks)
    expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
    app.pass(7 * day)
  }
  app.context.budget.spend(headers['x-forwarded-for'], 2_995)
  const page = await app.visitor().call('GET', `/${username}/drops?before=2`, undefined, headers)
  expect(page.status).toBe(200)
  expect(await page.response.text()).toContain('Chart of drops #1 to #1')
})

test('Somebody who opens too many mailed links is told in words when to go on, without JavaScript too', async () => {
  const headers = { 'x-forwarded-for': newAddress(), accept: 'text/html' }
  const open = () => app.visitor().call('GET', '/unsubscribe?token=x', undefined, headers)
  app.context.budget.spend(headers['x-forwarded-for'], 2_995)
  expect((await open()).status).toBe(200)
  const { status, response } = await open()
  expect(status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await response.text()).toMatch(/Too many attempts\. Please try again in \d+ seconds?\./)
})

test('Forms sent without JavaScript are limited for each IP, not for all of them together', async () => {
  const post = (address: string) =>
    app.visitor().call('POST', '/mail-choices', 'token=unknown&mail=off', {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': address,
    })
  const address = newAddress()
  for (let i = 0; i < 300; i++) expect((await post(address)).status).toBe(303)
  expect((await post(address)).status).toBe(429)
  expect((await post(newAddress())).status).toBe(303)
})

test('An account imports six times a day, and an IP ten times', async () => {
  const file = new Blob(['not a zip'], { type: 'application/zip' })
  const send = async (client: Client, address: string) => {
    const headers = { 'x-forwarded-for': address }
    return (await client.call('POST', '/api/user/archive', file, headers)).status
  }
  const [one, other, third] = await Promise.all([1, 2, 3].map(() => confirmedMember(app)))
  if (!one || !other || !third) throw new Error('There is no member')
  const address = newAddress()
  for (let i = 0; i < 6; i++) expect(await send(one, newAddress())).toBe(400)
  expect(await send(one, newAddress())).toBe(429)
  for (let i = 0; i < 10; i++) expect(await send(i < 5 ? other : third, address)).toBe(400)
  expect(await send(third, address)).toBe(429)
  app.pass(day)
  expect(await send(one, address)).toBe(400)
})
