import { beforeEach, describe, expect, test } from 'vitest'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { type Client, day, openTestApp, runJob } from '../../../tests/test-app.ts'
import { purgeExpired } from '../purge-expired.job.ts'
import type { AccountEvent, SessionSummary } from './activity.schemas.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

type Page = { events: AccountEvent[]; total: number }
const activity = async (member: Client, query = '') =>
  (await member.call<Page>('GET', `/api/user/activity${query}`)).body
const kinds = async (member: Client) => (await activity(member)).events.map(({ kind }) => kind)
const sessions = async (member: Client) =>
  (await member.call<{ sessions: SessionSummary[] }>('GET', '/api/user/sessions')).body.sessions

async function signIn(email: string, password = 'correct horse') {
  const client = app.visitor()
  expect((await client.call('POST', '/api/login', { email, password })).status).toBe(200)
  return client
}

describe('The history of an account', () => {
  test('tells what happened, the newest first, and who it was about', async () => {
    const [member, fan] = [await app.member(), await app.member()]
    expect(await activity(member)).toEqual({ events: [], total: 0 })
    await signIn(member.email)
    await signIn(member.email)
    await fan.call('POST', `/api/users/${member.username}/followers`, {})
    const { body } = await member.call<{ followers: { id: number }[] }>('GET', '/api/followers')
    const id = body.followers[0]?.id
    await member.call('GET', '/api/followers.csv')
    await member.call('DELETE', `/api/followers/${id}`)
    await member.call('POST', `/api/followers/${id}/block`)
    await member.call('DELETE', `/api/blocked-followers/${id}`)
    const renamed = `${member.username}-2`
    await member.call('PUT', '/api/user/username', { username: renamed })
    const { events, total } = await activity(member)
    expect(total).toBe(6)
    expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['username_changed', member.username],
      ['follower_unblocked', fan.username],
      ['follower_blocked', fan.username],
      ['follower_removed', fan.username],
      ['followers_exported', null],
      ['signed_in_on_new_network', null],
    ])
    expect((await activity(member, '?page=2&pageSize=4')).events.map(({ kind }) => kind)).toEqual([
      'followers_exported',
      'signed_in_on_new_network',
    ])
    expect(await kinds(fan)).toEqual([])
  })

  test('tells of a new password', async () => {
    const member = await app.member()
    await app.visitor().call('POST', '/api/forgot-password', { email: member.email })
    const token = await mailedToken(app, member.email, '/reset-password')
    const newPassword = 'battery staple'
    await app.visitor().call('POST', '/api/reset-password', { token, newPassword })
    const again = await signIn(member.email, newPassword)
    expect(await kinds(again)).toEqual(['signed_in_on_new_network', 'password_changed'])
    const texts = await app.context.db.selectFrom('account_events').select('detail').execute()
    expect(texts.some(({ detail }) => detail?.includes('.test'))).toBe(false)
  })

  test('goes back a year', async () => {
    const member = await app.member()
    await member.call('GET', '/api/followers.csv')
    app.pass(364 * day)
    await runJob(purgeExpired, app.context, {})
    const again = await signIn(member.email)
    expect(await kinds(again)).toEqual(['signed_in_on_new_network', 'followers_exported'])
    app.pass(2 * day)
    await runJob(purgeExpired, app.context, {})
    expect(await kinds(again)).toEqual(['signed_in_on_new_network'])
  })
})

describe('A member’s sessions', () => {
  test('are listed with their last use, and ended one by one', async () => {
    const member = await app.member()
    app.pass(3 * day)
    const other = await signIn(member.email)
    const [newest, first] = await sessions(other)
    expect(newest).toMatchObject({ is_current: true })
    expect(first).toMatchObject({ is_current: false })
    const age = Date.parse(newest?.created_at ?? '') - Date.parse(first?.last_used_at ?? '')
    expect(Math.round(age / day)).toBe(3)
    const end = (client: Client, id?: number) => client.call('DELETE', `/api/user/sessions/${id}`)
    const stranger = await app.member()
    expect((await end(stranger, first?.id)).status).toBe(404)
    expect((await end(other, first?.id)).status).toBe(204)
    expect((await end(other, first?.id)).status).toBe(404)
    expect((await member.call('GET', '/api/user')).status).toBe(401)
    expect((await other.call('GET', '/api/user')).status).toBe(200)
    expect(await sessions(other)).toHaveLength(1)
    expect((await kinds(other))[0]).toBe('session_ended')
  })

  test('are not in the list any more once they have expired', async () => {
    const member = await app.member()
    app.pass(31 * day)
    expect(await sessions(await signIn(member.email))).toHaveLength(1)
  })
})
