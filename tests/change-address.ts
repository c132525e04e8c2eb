import { expect } from 'vitest'
import { replaceEmail } from '../src/operations/operator/replace-email.ts'
import { confirmEmail } from './member-actions.ts'
import type { Member, TestApp } from './test-app.ts'

/** Gives a member another email, as an operator does, confirms it by the mailed link and signs in with it. */
export async function changeAddress(
  app: Pick<TestApp, 'context' | 'mailbox' | 'visitor'>,
  member: Member,
  email: string,
) {
  await replaceEmail(app.context, member.id, email)
  await confirmEmail(app, { email })
  const signedIn = await member.call('POST', '/api/login', { email, password: 'correct horse' })
  expect(signedIn.status).toBe(200)
}
