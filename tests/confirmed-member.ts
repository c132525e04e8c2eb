import type { TestApp } from './test-app.ts'

/** A new member, signed in, whose email is confirmed. */
export async function confirmedMember(app: Pick<TestApp, 'member' | 'context'>) {
  const member = await app.member()
  const { db, clock } = app.context
  await db
    .updateTable('users')
    .set({ email_confirmed_at: clock.now() })
    .where('id', '=', member.id)
    .execute()
  return member
}
