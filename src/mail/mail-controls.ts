import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

export const mailCommands = ['pause', 'resume', 'status'] as const
export type MailCommand = (typeof mailCommands)[number]

/** Holds back all mail of all processes or lets it go on; answers what the operator is told. */
export async function steerMail(db: Database, command: MailCommand, now: Date): Promise<string> {
  if (command === 'pause') {
    await db
      .updateTable('mail_flow')
      .set(({ fn, ref, val }) => ({ paused_at: fn.coalesce(ref('paused_at'), val(now)) }))
      .execute()
  }
  if (command === 'resume') await db.updateTable('mail_flow').set({ paused_at: null }).execute()
  return describeMail(db)
}

async function describeMail(db: Database): Promise<string> {
  const { rows } = await sql<{
    paused_at: Date | null
    waiting: number
    later: number
    suppressed: number
  }>`select paused_at,
    (select count(*) from drop_notifications where status in ('pending', 'sending')) as waiting,
    (select count(*) from drop_notifications
      where status in ('retry', 'unknown') and next_attempt_at is not null) as later,
    (select count(*) from suppressed_addresses) as suppressed
    from mail_flow`.execute(db)
  const flow = rows[0]
  const state = flow?.paused_at
    ? `All mail is paused since ${flow.paused_at.toISOString()}.`
    : 'Mail is being sent.'
  return `${state} Drop mails waiting: ${flow?.waiting}, put off: ${flow?.later}. Addresses that get no drop mail: ${flow?.suppressed}.`
}
