import { beforeEach, describe, expect, test } from 'vitest'
import { mailedToken } from '../../../../tests/mailed-token.ts'
import { day, minute, openTestApp, type TestApp } from '../../../../tests/test-app.ts'
import type { Follower } from '../../../follows/follows.schemas.ts'
import { findMemberByName } from '../../members.queries.ts'
import type { CurrentUser } from '../../members.schemas.ts'
import { replacePassword } from '../../passwords/replace-password.ts'

import { undoEmailChange } from './undo-email-change.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

const password = 'correct horse'
let count = 0
const newAddress = () => `moved${++count}@mail.test`

const request = (member: Member, email: string, given = password) =>
  member.call('POST', '/api/user/email', { email, password: given })
const confirm = (token: string) => app.visitor().call('POST', '/api/email/change', { token })
const undo = (token: string) => app.visitor().call('POST', '/api/email/undo', { token })
const undoToken = (email: string) => mailedToken(app, email, '/email/undo')
const logIn = async (email: string, given = password) =>
  (await app.visitor().call('POST', '/api/login', { email, password: given })).status
const account = async (member: Member) => (await member.call<CurrentUser>('GET', '/api/user')).body

/** Whose address is confirmed. */
async function confirmedMember() {
  const member = await app.member()
  const token = await mailedToken(app, member.email, '/email/confirm')
  await app.visitor().call('POST', '/api/email/confirm', { token })
  return member
}

/** By the mailed link; returns the new password. */
async function resetByLink({ email }: Member) {
  const token = await mailedToken(app, email, '/reset-password')
  const body = { token, newPassword: 'battery staple' }
  expect((await app.visitor().call('POST', '/api/reset-password', body)).status).toBe(200)
  return body.newPassword
}

async function resetPassword(member: Member) {
  await app.visitor().call('POST', '/api/forgot-password', { email: member.email })
  return resetByLink(member)
}

async function replaceByOperator({ username }: Member) {
  const { id } = await findMemberByName(app.context.db, username)
  return replacePassword(app.context, id)
}

async function requestLink(member: Member, email = newAddress()) {
  expect((await request(member, email)).status).toBe(202)
  return { email, token: await mailedToken(app, email, '/email/change') }
}

async function change(member: Member, to?: string) {
  const { email, token } = await requestLink(member, to)
  expect((await confirm(token)).status).toBe(200)
  return email
}

async function followByEmail({ username }: Member, email: string) {
  await app.visitor().call('POST', `/api/users/${username}/followers`, { email })
  const token = await mailedToken(app, email, '/follow/confirm')
  await app.visitor().call('POST', '/api/follows/confirm', { token })
}

describe('An account’s address', () => {
  test('changes when the link in the mail to the new one is used, and a second visit succeeds as well', async () => {
    const member = await confirmedMember()
    const { email, token } = await requestLink(member)
    expect(await account(member)).toMatchObject({ email: member.email })
    for (const _visit of [1, 2]) {
      expect(await confirm(token)).toMatchObject({
        status: 200,
        body: { username: member.username },
      })
    }
    expect(await account(member)).toMatchObject({ email, email_confirmed: true })
    expect([await logIn(email), await logIn(member.email)]).toEqual([200, 401])
  })

  test('does not change without the password, to an address that is taken, or to itself', async () => {
    const [member, other] = [await confirmedMember(), await app.member()]
    expect(await request(member, newAddress(), 'wrong')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', field: 'password' },
    })
    expect(await request(member, other.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    expect((await request(member, member.email.toUpperCase())).status).toBe(400)
    expect((await request(member, 'nonsense')).status).toBe(400)
  })

  test('changes by the newest link alone, for a day', async () => {
    const member = await confirmedMember()
    const old = await requestLink(member)
    const { token } = await requestLink(member)
    expect((await confirm(old.token)).status).toBe(400)
    app.pass(day + minute)
    expect((await confirm(token)).status).toBe(400)
    expect((await confirm('wrong')).status).toBe(400)
  })

  test.each([
    ['the member reset', resetPassword],
    ['the operator replaced', replaceByOperator],
  ])(
    'does not change by a link that was requested before %s the password',
    async (_who, setNew) => {
      const member = await confirmedMember()
      const { email, token } = await requestLink(member)
      const newPassword = await setNew(member)
      expect((await confirm(token)).status).toBe(400)
      expect([await logIn(email), await logIn(member.email, newPassword)]).toEqual([401, 200])
    },
  )

  test('goes to one of two members who prove it at the same time', async () => {
    const members = [await confirmedMember(), await confirmedMember()]
    const email = newAddress()
    const tokens: string[] = []
    for (const member of members) {
      await request(member, email)
      tokens.push(await mailedToken(app, email, '/email/change', { words: `@${member.username} ` }))
    }
    const statuses = (await Promise.all(tokens.map(confirm))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  })

  test('brings the follows by the new address with it, and mail goes there', async () => {
    const [member, star, other] = [await confirmedMember(), await app.member(), await app.member()]
    await member.call('POST', `/api/users/${star.username}/followers`, {})
    const email = newAddress()
    await followByEmail(other, email)
    await change(member, email)
    for (const followed of [star, other]) {
      const { body } = await followed.call<{ followers: Follower[] }>('GET', '/api/followers')
      expect(body.followers).toEqual([
        expect.objectContaining({ email, username: member.username }),
      ])
    }
  })

  test('leads every unsubscribe link to the follow that is left after several changes', async () => {
    const [member, star] = [await confirmedMember(), await app.member()]
    await member.call('POST', `/api/users/${star.username}/followers`, {})
    for (let round = 0; round < 2; round++) {
      const email = newAddress()
      await followByEmail(star, email)
      app.pass(minute)
      await change(member, email)
    }
    const current = await app.context.db
      .selectFrom('recipients')
      .innerJoin('users', 'users.id', 'radr_user_id')
      .select(['current_follow_id', 'user_id', 'is_following'])
      .where('users.username', '=', star.username)
      .execute()
    expect(current).toHaveLength(3)
    expect(new Set(current.map(row => row.current_follow_id)).size).toBe(1)
    expect(current.every(row => row.is_following && row.user_id !== null)).toBe(true)
  })
})

describe('A change of address', () => {
  test('is told to the old one and undone by the link there: sessions and password end', async () => {
    const member = await confirmedMember()
    const email = await change(member)
    const token = await undoToken(member.email)
    expect(
      app.mailbox.mails.filter(({ to }) => to[0] === member.email)[1]?.parsed.text,
    ).not.toContain(email)
    for (const _visit of [1, 2]) {
      expect(await undo(token)).toMatchObject({ status: 200, body: { username: member.username } })
    }
    expect((await member.call('GET', '/api/user')).status).toBe(401)
    expect([await logIn(email), await logIn(member.email)]).toEqual([401, 401])
    expect(await logIn(member.email, await resetByLink(member))).toBe(200)
  })

  test('can be undone for a week, and computes no password hash when its link was used or has expired', async () => {
    const withoutHashing = { memoryCost: -1, timeCost: -1, parallelism: -1 }
    const undoAgain = (token: string) =>
      undoEmailChange({ ...app.context, passwordCost: withoutHashing }, token)
    const member = await confirmedMember()
    await change(member)
    const token = await undoToken(member.email)
    expect((await undo(token)).status).toBe(200)
    await expect(undoAgain(token)).resolves.toBe(member.username)

    const late = await confirmedMember()
    await change(late)
    const expired = await undoToken(late.email)
    app.pass(7 * day + minute)
    await expect(undoAgain(expired)).rejects.toMatchObject({ code: 'invalid_token' })
    expect((await undo('wrong')).status).toBe(400)
  })

  test('is undone together with the changes after it, whose links stop working', async () => {
    const member = await confirmedMember()
    const second = await change(member)
    await change(member)
    const [first, later] = [await undoToken(member.email), await undoToken(second)]
    expect((await undo(first)).status).toBe(200)
    expect((await undo(later)).status).toBe(400)
    const { email } = await findMemberByName(app.context.db, member.username)
    expect(email).toBe(member.email)
  })

  test('keeps the old address for its member while it can be undone', async () => {
    const member = await confirmedMember()
    await change(member)
    const squatter = { username: `squat-${count}`, email: member.email, password }
    const register = () => app.visitor().call('POST', '/api/register', squatter)
    expect(await register()).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    // Its link is valid for a week from then.
    await undoToken(member.email)
    app.pass(7 * day + minute)
    expect((await register()).status).toBe(201)
  })

  test('is not told to an address that was never confirmed, because it may be a stranger’s', async () => {
    const member = await app.member()
    const email = await change(member)
    expect(await account(member)).toMatchObject({ email, email_confirmed: true })
    const { count: undoable } = await app.context.db
      .selectFrom('email_changes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('new_email', '=', email)
      .where('old_email', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(undoable).toBe(0)
  })
})
