import { expect, test } from 'vitest'
import { type Client, day, openTestApp } from '../../../tests/test-app.ts'
import type { SessionSummary } from './sessions.schemas.ts'

const app = await openTestApp()

const sessions = async (member: Client) =>
  (await member.call<{ sessions: SessionSummary[] }>('GET', '/api/user/sessions')).body.sessions

async function signIn(email: string) {
  const client = app.visitor()
  const { status } = await client.call('POST', '/api/login', { email, password: 'correct horse' })
  expect(status).toBe(200)
  return client
}

test('A member’s sessions are listed with their last use, and ended one by one', async () => {
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
})

test('A member’s sessions are not in the list any more once they have expired', async () => {
  const member = await app.member()
  app.pass(31 * day)
  expect(await sessions(await signIn(member.email))).toHaveLength(1)
})
