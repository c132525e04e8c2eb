import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addFollowers, linkIn, saveTracks } from '../../tests/drop-audience.ts'
import { day, hour, openTestApp, type TestApp } from '../../tests/test-app.ts'
import type { DropListItem } from '../drops/drops.contract.ts'
import { findSuppression, suppress } from '../mail/suppression.ts'
import { countDeliveries } from './count-deliveries.ts'

let radr: TestApp
beforeAll(async () => {
  radr = await openTestApp()
})
afterAll(() => radr.close())
beforeEach(() => radr.mailbox.clear())
afterEach(() => radr.mailbox.behave())

async function star(followers: number) {
  const member = await radr.member()
  await saveTracks(member, 1)
  await addFollowers(radr, member.username, followers)
  const drop = async (tracks: number) => {
    await saveTracks(member, tracks)
    const { status, body } = await member.call<DropListItem>('POST', '/api/drops', {})
    expect(status).toBe(201)
    return body.id
  }
  return { ...member, drop, fan: (n: number) => `${member.username}-fan${n}@fans.test` }
}

const states = (dropId: number) => () => countDeliveries(radr.context.db, dropId)
const suppressionOf = (email: string) =>
  findSuppression(radr.context.db, email, radr.context.clock.now())

const refuse = (code: number, text: string) =>
  radr.mailbox.behave({
    recipient: to => (to.endsWith('-fan1@fans.test') ? { code, text } : 'accept'),
  })

test.each(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])(
  'A refusal with %s stops all later drop mail to the address',
  async enhanced => {
    const member = await star(2)
    refuse(550, `${enhanced} gone`)
    await expect.poll(states(await member.drop(1))).toMatchObject({ sent: 1, failed: 1 })
    expect(await suppressionOf(member.fan(1).toUpperCase())).toMatchObject({ reason: 'hard' })
    radr.mailbox.behave()
    radr.pass(8 * day)
    await expect.poll(states(await member.drop(2))).toMatchObject({ sent: 1, skipped: 1 })
  },
)

test.each(['5.2.2', '5.7.1', '5.1.8', ''])(
  'A refusal with %s is about that mail alone',
  async enhanced => {
    const member = await star(1)
    refuse(550, `${enhanced} no`)
    await expect.poll(states(await member.drop(1))).toMatchObject({ failed: 1 })
    expect(await suppressionOf(member.fan(1))).toBeNull()
  },
)

test('A pause ends by itself, and one for good is not shortened by a pause', async () => {
  const { db, clock } = radr.context
  const soon = new Date(clock.now().getTime() + hour)
  await suppress(db, 'Soft@mail.test', 'soft', 'full', soon)
  expect(await suppressionOf('soft@mail.test')).toMatchObject({ reason: 'soft' })
  await suppress(db, 'soft@mail.test', 'hard', 'gone')
  await suppress(db, 'soft@mail.test', 'soft', 'full', soon)
  expect(await suppressionOf('soft@mail.test')).toMatchObject({ reason: 'hard', until: null })
  await suppress(db, 'later@mail.test', 'soft', 'full', soon)
  radr.pass(2 * hour)
  expect(await suppressionOf('later@mail.test')).toBeNull()
})

test('Whoever confirms a follow again gets drops again', async () => {
  const { db } = radr.context
  const member = await star(0)
  const email = 'back@mail.test'
  await suppress(db, email, 'hard', 'no such user')
  await radr.visitor().call('POST', `/api/users/${member.username}/followers`, { email })
  const mails = await radr.mailbox.waitFor(({ to }) => to[0] === email)
  const { searchParams } = linkIn(
    mails.find(({ to }) => to[0] === email),
    'Confirm',
  )
  const token = searchParams.get('token')
  expect(await suppressionOf(email)).not.toBeNull()
  await radr.visitor().call('POST', '/api/follows/confirm', { token })
  expect(await suppressionOf(email)).toBeNull()
  await expect.poll(states(await member.drop(2))).toMatchObject({ sent: 1 })
})

test('Who complained gets no confirm mail that anybody could order, but can reset the password', async () => {
  const { db } = radr.context
  const [member, other] = [await star(0), await radr.member()]
  await radr.mailbox.waitFor(({ to }) => to[0] === other.email)
  radr.mailbox.clear()
  await suppress(db, 'spam@mail.test', 'complaint', 'abuse')
  await suppress(db, other.email, 'complaint', 'abuse')
  const follow = (email: string) =>
    radr.visitor().call('POST', `/api/users/${member.username}/followers`, { email })
  await follow('spam@mail.test')
  await radr.visitor().call('POST', '/api/forgot-password', { email: other.email })
  await follow('last@mail.test')
  const mails = await radr.mailbox.waitFor(({ to }) => to[0] === 'last@mail.test')
  await radr.mailbox.waitFor(({ to }) => to[0] === other.email)
  expect(mails.some(({ to }) => to[0] === 'spam@mail.test')).toBe(false)
})
