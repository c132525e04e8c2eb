import { z } from 'zod'
import { setRole } from '../../admin/admin.queries.ts'
import { unconfirmedInAll } from '../../mail/mailboxes/mail-limits.ts'
import { resetUnconfirmedMails } from '../../mail/mailboxes/mailboxes.queries.ts'
import { liftSuppression, liftSuppressions } from '../../mail/mailboxes/suppression.ts'
import { mailCommands } from '../../mail/pausing/mail-controls.ts'
import { createInvitation } from '../../members/invitations/invitations.ts'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database.ts'
import { addressCommands, answerAboutAddress } from './address/answer-about-address.ts'
import {
  changeMember,
  memberCommands,
  type OperatorContext,
  setMemberEmail,
} from './change-member.ts'
import { performMail } from './control-mail.ts'

const operation = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('role'),
    username: z.string(),
    role: z.enum(['admin', 'dev']),
    on: z.boolean(),
  }),
  z.object({
    name: z.literal('mail'),
    command: z.enum(mailCommands),
    skipUnfinished: z.boolean().optional(),
  }),
  z.object({ name: z.literal('unsuppress'), address: z.string() }),
  z.object({
    name: z.literal('unsuppress-many'),
    domain: z.string().optional(),
    since: z.string().optional(),
  }),
  z.object({ name: z.literal('member'), command: z.enum(memberCommands), username: z.string() }),
  z.object({ name: z.literal('set-email'), username: z.string(), address: z.string() }),
  z.object({
    name: z.literal('address'),
    command: z.enum(addressCommands),
    address: z.string(),
  }),
  z.object({ name: z.literal('invite') }),
  z.object({ name: z.literal('record-backup') }),
])
export type Operation = z.infer<typeof operation>

const answer = z.union([z.object({ output: z.string() }), z.object({ refusal: z.string() })])

export async function perform(context: OperatorContext, operation: Operation): Promise<string> {
  const { db, clock } = context
  switch (operation.name) {
    case 'role': {
      const { username, role, on } = operation
      const member = await setRole(db, username, role, on)
      return `${member} is ${on ? 'now' : 'no longer'} ${role === 'admin' ? 'an admin' : 'a dev user'}.`
    }
    case 'mail':
      return performMail(context, operation)
    case 'unsuppress':
      return unsuppress(db, operation.address)
    case 'unsuppress-many': {
      const { domain, since } = operation
      const lifted = await liftSuppressions(db, {
        domain,
        since: since ? new Date(since) : undefined,
      })
      return `Mail to ${lifted} ${lifted === 1 ? 'address' : 'addresses'} is sent again. Addresses whose owner complained stay as they are.`
    }
    case 'member':
      return changeMember(context, operation.command, operation.username)
    case 'set-email':
      return setMemberEmail(context, operation.username, operation.address)
    case 'address':
      return answerAboutAddress(db, operation.command, operation.address)
    case 'invite': {
      const { registration } = context.config
      const warning =
        registration === 'invite'
          ? ''
          : `REGISTRATION is ${registration}: invitations count only while it is invite.\n`
      return `${warning}One account can be created with this link within seven days: ${await createInvitation(context)}`
    }
    case 'record-backup':
      await db.updateTable('last_backup').set({ made_at: clock.now() }).execute()
      return 'The backup is recorded.'
  }
}

async function unsuppress(db: Database, address: string): Promise<string> {
  const lifted = await liftSuppression(db, address)
  // Strangers can use these mails up, and the links in them end.
  const reset = await resetUnconfirmedMails(db, address, unconfirmedInAll)
  const sentences = [
    ...(lifted ? [`Mail to ${address} is sent again.`] : []),
    ...(reset
      ? [`Until somebody there opens a link, ${address} gets ${unconfirmedInAll} more mails.`]
      : []),
  ]
  return sentences.join(' ') || `Mail to ${address} was not suppressed.`
}

/** Performs an operation, as JSON, of a command that found the embedded database open in this process. */
export async function answerCommand(context: Context, request: string): Promise<string> {
  const operator = { ...context, openQueue: async () => context.queue }
  let result: z.infer<typeof answer>
  try {
    result = { output: await perform(operator, operation.parse(JSON.parse(request))) }
  } catch (error) {
    result = { refusal: error instanceof Error ? error.message : String(error) }
  }
  return JSON.stringify(result)
}

export function readAnswer(text: string): z.infer<typeof answer> | null {
  try {
    return answer.parse(JSON.parse(text))
  } catch {
    return null
  }
}
