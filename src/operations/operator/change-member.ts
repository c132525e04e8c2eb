import { arrayBuffer as bytes } from 'node:stream/consumers'
import { writeArchive } from '../../archive/write-archive.ts'
import { emailSchema } from '../../members/credentials.schemas.ts'
import { eraseAccount } from '../../members/deletion/delete-account.ts'
import { setEmailConfirmed } from '../../members/email/set-email-confirmed.ts'
import { findAnyMemberByName, findMember } from '../../members/members.queries.ts'
import { replacePassword } from '../../members/passwords/replace-password.ts'
import type { Context } from '../../platform/context.ts'
import { invalidInput } from '../../platform/errors.ts'
import type { Queue } from '../../platform/queue.ts'
import { accountParts } from '../account-parts.ts'
import { replaceEmail } from './replace-email.ts'

export const memberCommands = ['reset-password', 'confirm', 'export', 'delete'] as const

export type OperatorContext = Pick<Context, 'db' | 'config' | 'clock' | 'log' | 'passwordCost'> & {
  openQueue(): Promise<Pick<Queue, 'send'>>
}

/** Does what needs neither the account's password nor its mailbox. Returns what the operator reads; for `export`, the ZIP file in base64. */
export async function changeMember(
  context: OperatorContext,
  command: (typeof memberCommands)[number],
  name: string,
): Promise<string> {
  const { db, clock } = context
  const { id, username } = await findAnyMemberByName(db, name)
  switch (command) {
    case 'reset-password':
      return `${username} is signed out everywhere. The new password is: ${await replacePassword(context, id)}`
    case 'confirm':
      if ((await findMember(db, id)).email_confirmed_at)
        return `The address of ${username} is confirmed already.`
      await db
        .transaction()
        .execute(trx => setEmailConfirmed({ accountParts }, trx, id, clock.now()))
      return `The address of ${username} is confirmed.`
    case 'export':
      return Buffer.from(await bytes(await writeArchive(context, id))).toString('base64')
    case 'delete': {
      const queue = await context.openQueue()
      await db.transaction().execute(trx => eraseAccount({ queue, clock, accountParts }, trx, id))
      return `The account of ${username} is deleted. The name is reserved for a year.`
    }
  }
}

/** Changes the email of a member who lost the mailbox. Returns what the operator reads. */
export async function setMemberEmail(
  context: OperatorContext,
  name: string,
  address: string,
): Promise<string> {
  const { id, username } = await findAnyMemberByName(context.db, name)
  const email = emailSchema().safeParse(address)
  if (!email.success) throw invalidInput('Please enter a valid email address', 'email')
  const isMailed = await replaceEmail(context, id, email.data)
  return `${username} has the address ${email.data} now and is signed out everywhere. ${
    isMailed
      ? 'A link to confirm it is mailed there.'
      : `No link to confirm it is mailed, because this mailbox has got all mail of an unconfirmed one: "unsuppress ${email.data}" gives it more.`
  }`
}
