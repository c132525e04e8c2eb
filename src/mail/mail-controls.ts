import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import { findOpenCircuit } from './mail-circuits.ts'

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
  return describeState(db, now)
}

async function describeState(db: Database, now: Date): Promise<string> {
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
  const circuit = await findOpenCircuit(db, now)
  const pause = state?.paused_at && `All mail is paused since ${state.paused_at.toISOString()}.`
  return [
    ...(pause ? [pause] : []),
    ...(circuit ? [describeCircuit(circuit, now)] : []),
    ...(pause || circuit ? [] : ['Mail is being sent.']),
    `Drop mails waiting: ${state?.waiting}, put off: ${state?.later}.`,
    `Addresses that get no drop mail: ${state?.suppressed}.`,
  ].join(' ')
}

type Circuit = NonNullable<Awaited<ReturnType<typeof findOpenCircuit>>>

function describeCircuit({ senders, opened_at, open_until, reason }: Circuit, now: Date): string {
  const processes = senders === 1 ? 'one process' : `${senders} processes`
  const next = open_until > now ? `at ${open_until.toISOString()}` : 'due'
  return `Sending fails since ${opened_at.toISOString()} in ${processes}: ${reason}. The next attempt is ${next}.`
}
