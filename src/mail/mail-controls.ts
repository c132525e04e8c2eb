import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

export const mailCommands = ['pause', 'resume', 'status'] as const
type MailCommand = (typeof mailCommands)[number]

export async function controlMail(db: Database, command: MailCommand, now: Date): Promise<string> {
  if (command === 'pause') {
    await db
      .updateTable('mail_flow')
      .set(({ fn, ref, val }) => ({ paused_at: fn.coalesce(ref('paused_at'), val(now)) }))
      .execute()
  }
  if (command === 'resume') await db.updateTable('mail_flow').set({ paused_at: null }).execute()
  return describeState(db)
}

async function describeState(db: Database): Promise<string> {
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
  const state = rows[0]
  const pause = state?.paused_at
    ? `All mail is paused since ${state.paused_at.toISOString()}.`
    : 'Mail is being sent.'
  return `${pause} Drop mails waiting: ${state?.waiting}, put off: ${state?.later}. Addresses that get no drop mail: ${state?.suppressed}.`
}
