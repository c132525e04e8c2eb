import { eraseAccount } from '../../members/deletion/delete-account.ts'
import { setEmailConfirmed } from '../../members/email/set-email-confirmed.ts'
import { findAnyMemberByName } from '../../members/members.queries.ts'
import { replacePassword } from '../../members/passwords/replace-password.ts'
import type { Context } from '../../platform/context.ts'
import type { Queue } from '../../platform/queue.ts'

export const memberCommands = ['reset-password', 'confirm', 'delete'] as const

export type OperatorContext = Pick<Context, 'db' | 'config' | 'clock' | 'passwordCost'> & {
  openQueue(): Promise<Pick<Queue, 'send'>>
}

/** What an operator does to an account without its password or mailbox. Returns what the operator reads. */
export async function changeMember(
  context: OperatorContext,
  command: (typeof memberCommands)[number],
  name: string,
): Promise<string> {
  const { db, clock } = context
  const { id, username, email_confirmed_at } = await findAnyMemberByName(db, name)
  switch (command) {
    case 'reset-password':
      return `${username} is signed out everywhere. The new password is: ${await replacePassword(context, id)}`
    case 'confirm':
      if (email_confirmed_at) return `The address of ${username} is confirmed already.`
      await db.transaction().execute(trx => setEmailConfirmed(trx, id, clock.now()))
      return `The address of ${username} is confirmed.`
    case 'delete': {
      const queue = await context.openQueue()
      await db.transaction().execute(trx => eraseAccount({ queue, clock }, trx, id))
      return `The account of ${username} is deleted. The name is reserved for a year.`
    }
  }
}
