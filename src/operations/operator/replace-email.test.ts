import { beforeEach, expect, test } from 'vitest'
import { findTraces } from '../../../tests/address-traces.ts'
import { waitingTransactions } from '../../../tests/database/waiting-transactions.ts'
import { drainQueue } from '../../../tests/drain-queue.ts'
import {
  dropAndDeliver,
  memberWithFollowers,
  saveTracks,
  statesOf,
} from '../../../tests/drop-audience.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { confirmEmail, followByEmail } from '../../../tests/member-actions.ts'
import { openTestApp } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { controlMail } from '../../mail/pausing/mail-controls.ts'
import { confirmationLink } from '../../members/email/request-confirmation.ts'
import { findMember, lockMember } from '../../members/members.queries.ts'
import { setMemberEmail } from './change-member.ts'
import { replaceEmail } from './replace-email.ts'

const app = await openTestApp({ BLOCKED_MAIL_DOMAINS: 'trash.example' })
const { db } = app.context
beforeEach(() => app.mailbox.clear())

const post = (path: string, body: object) => app.visitor().call('POST', path, body)
const mailTo = (address: string) => app.mailbox.mails.filter(({ to }) => to[0] === address)

async function confirmed() {
  const member = await app.member()
  await confirmEmail(app, member)
  return member
}

test('Nothing that was mailed to the old email works any more, and everything goes to the new one', async () => {
  const [star, member] = [await app.member(), await confirmed()]
  await saveTracks(star)
  await member.call('POST', `/api/users/${star.username}/followers`, {})
  await post('/api/forgot-password', { email: member.email })
  await drainQueue(app, 'reset-password')
  const reset = await mailedToken(app, member.email, '/reset-password')
  app.mailbox.clear()

  const email = `${member.username}@moved.test`
  expect(await replaceEmail(app.context, member.id, email)).toBe(true)
  expect((await member.call('GET', '/api/user')).status).toBe(401)
  const stolen = { token: reset, newPassword: 'stolen mailbox' }
  expect((await post('/api/reset-password', stolen)).status).toBe(400)
  expect(await findTraces(db, [member.email])).toEqual([])
  const old = { email: member.email, password: 'correct horse' }
  expect((await post('/api/login', old)).status).toBe(401)
  const { body } = await member.call('POST', '/api/login', { ...old, email })
  expect(body).toMatchObject({ email, email_confirmed: false })

  await post('/api/forgot-password', { email: member.email })
  await drainQueue(app, 'reset-password')
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 1 })
  const token = await mailedToken(app, email, '/email/confirm')
  expect((await post('/api/email/confirm', { token })).status).toBe(200)
  expect((await member.call('GET', '/api/user')).body).toMatchObject({ email_confirmed: true })
  expect(mailTo(member.email)).toEqual([])
})

test.each([
  [3, 'sent'],
  [4, 'skipped'],
] as const)(
  'Of %d mails that wait for an account whose email is replaced all are %s',
  async (count, state) => {
    const member = await confirmed()
    const stars = await Promise.all(
      Array.from({ length: count }, () => memberWithFollowers(app, 0)),
    )
    for (const star of stars) await member.call('POST', `/api/users/${star.username}/followers`, {})
    await controlMail(db, 'pause', app.context.clock.now())
    for (const star of stars) expect((await star.call('POST', '/api/drops', {})).status).toBe(201)
    await drainQueue(app, 'deliver-drop')
    await replaceEmail(app.context, member.id, `${member.username}@moved.test`)
    await controlMail(db, 'resume', app.context.clock.now())
    for (const star of stars) await expect.poll(() => statesOf(star)).toMatchObject({ [state]: 1 })
  },
)

test('A link to confirm a follow that was mailed to the old email confirms nothing for the account', async () => {
  const [star, member] = [await app.member(), await confirmed()]
  await post(`/api/users/${star.username}/followers`, { email: member.email })
  const token = await mailedToken(app, member.email, '/follow/confirm')
  const email = `${member.username}@moved.test`
  await replaceEmail(app.context, member.id, email)
  expect(await post('/api/follows/confirm', { token })).toMatchObject({
    status: 400,
    body: { code: 'invalid_token' },
  })
  await member.call('POST', '/api/login', { email, password: 'correct horse' })
  expect((await member.call('GET', '/api/follows/following')).body).toEqual([])
})

test('A mail that is being composed for the old email gets no link that confirms the new one', async () => {
  const member = await confirmed()
  const link = (address: string) =>
    confirmationLink(app.context, member.id, { mail: 'test', address })
  const email = `${member.username}@moved.test`
  await replaceEmail(app.context, member.id, email)
  await expect(link(member.email)).rejects.toThrow('The address of an account changed')
  expect(await link(email.toUpperCase())).toContain('/email/confirm?token=')
})

test('What the new email follows becomes the account’s once it is confirmed, and nothing before', async () => {
  const [star, member] = [await app.member(), await confirmed()]
  const email = `${member.username}@moved.test`
  await followByEmail(app, star, email)
  await replaceEmail(app.context, member.id, email)
  await member.call('POST', '/api/login', { email, password: 'correct horse' })
  expect((await member.call('GET', '/api/follows/following')).body).toEqual([])
  await confirmEmail(app, { email })
  expect((await member.call('GET', '/api/follows/following')).body).toMatchObject([
    { username: star.username },
  ])
})

test('An email that is another account’s, blocked, ill-formed or the present one changes nothing', async () => {
  const [other, member] = [await app.member(), await confirmed()]
  const openQueue = async () => app.context.queue
  for (const [address, sentence] of [
    [other.email.toUpperCase(), 'This email is already registered'],
    ['ann@trash.example', 'We cannot send mail to this address.'],
    ['ann@nowhere', 'Please enter a valid email address'],
    [member.email.toUpperCase(), 'This is the address of the account already.'],
  ] as const)
    await expect(
      setMemberEmail({ ...app.context, openQueue }, member.username, address),
    ).rejects.toThrow(sentence)
  expect((await member.call('GET', '/api/user')).body).toMatchObject({
    email: member.email,
    email_confirmed: true,
  })
})

test.runIf(onPostgres)(
  'A link that is used while the address of its account is being replaced confirms nothing',
  async () => {
    const member = await app.member()
    const token = await mailedToken(app, member.email, '/email/confirm')
    const { id } = member
    const [confirming] = await db.transaction().execute(async trx => {
      await lockMember(trx, id)
      const replacing = replaceEmail(app.context, id, `${member.username}@moved.test`)
      await expect.poll(() => waitingTransactions(db)).toBe(1)
      const confirming = post('/api/email/confirm', { token })
      await expect.poll(() => waitingTransactions(db)).toBe(2)
      // A list keeps it from being awaited before this transaction has ended.
      return [confirming, replacing]
    })
    expect(await confirming).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
    expect((await findMember(db, id)).email_confirmed_at).toBeNull()
  },
)
