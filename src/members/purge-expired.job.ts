import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { deleteInBatches } from '../platform/database/batches.ts'
import { defineJob } from '../platform/queue.ts'

const day = 24 * 60 * 60 * 1000
const keptMs = 90 * day

const historyMs = 365 * day

export const purgeExpired = defineJob({
  name: 'purge-expired',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '23 3 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const before = (ms: number) => new Date(clock.now().getTime() - ms)
    const expired = (ms: number) => sql`expires_at <= ${before(ms)}`
    const notUsed = sql`last_used_at <= ${before(keptMs)}`
    const sessions = await deleteInBatches(db, 'sessions', expired(0), signal)
    const resets = await deleteInBatches(db, 'password_resets', expired(day), signal)
    const confirmations = await deleteInBatches(db, 'email_confirmations', expired(keptMs), signal)
    const changes = await deleteInBatches(db, 'email_changes', expired(keptMs), signal)
    const invitations = await deleteInBatches(db, 'invitations', expired(0), signal)
    const past = sql`created_at <= ${before(historyMs)}`
    const events = await deleteInBatches(db, 'account_events', past, signal)
    const held = sql`held_until <= ${before(0)}`
    const names = await deleteInBatches(db, 'deleted_usernames', held, signal)
    const networks = await deleteInBatches(db, 'sign_in_networks', notUsed, signal)
    log.info(
      { sessions, resets, confirmations, changes, invitations, events, names, networks },
      'expired sessions and links were purged',
    )
  },
})
