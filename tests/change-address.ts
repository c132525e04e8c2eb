import { expect } from 'vitest'
import { findMemberByName } from '../src/members/members.queries.ts'
import { replaceEmail } from '../src/operations/operator/replace-email.ts'
import { mailedToken } from './mailed-token.ts'
import type { Client, TestApp } from './test-app.ts'

/** Gives a member another email, as an operator does, confirms it by the mailed link and signs in with it. */
export async function changeAddress(
  app: Pick<TestApp, 'context' | 'mailbox' | 'visitor'>,
  member: Client & { username: string },
  email: string,
) {
  const { id } = await findMemberByName(app.context.db, member.username)
  await replaceEmail(app.context, id, email)
  const token = await mailedToken(app, email, '/email/confirm')
  const confirmed = await app.visitor().call('POST', '/api/email/confirm', { token })
  expect(confirmed.status).toBe(200)
  const signedIn = await member.call('POST', '/api/login', { email, password: 'correct horse' })
  expect(signedIn.status).toBe(200)
}
