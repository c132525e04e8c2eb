import { createHmac, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { deleteInBatches } from '../database/batches.ts'
import type { Queryable } from '../database.ts'
import { defineJob } from '../queue.ts'
import { mailboxOf } from '../text/email-address.shared.ts'
import { clientsPerPrefix48, prefix48Of } from './client-ip.ts'

/** Something may be done `max` times in `seconds`, which begin when it is first done. */
type Limit = { max: number; seconds: number }

/**
 * `what` is the action that is limited. It is counted for one `who`, for each pair of two, such as `['mailbox:…', 'ip:…']`,
 * or, without any, for everybody.
 */
export type CountedLimit = Limit & { what: string; who: Who[] }

export type Who = `ip:${string}` | `account:${number}` | `mailbox:${string}` | `domain:${string}`

/** All spellings of an address are one mailbox. */
export const mailbox = (email: string): Who => `mailbox:${mailboxOf(email)}`

/** The limit for a client as `clientIp` tells it, and one for all networks of its IPv6 /48. */
export function forClient(limit: Omit<CountedLimit, 'who'>, client: string): CountedLimit[] {
  const prefix = prefix48Of(client)
  return [
    { ...limit, who: [`ip:${client}`] },
    ...(prefix
      ? [{ ...limit, max: limit.max * clientsPerPrefix48, who: [`ip:${prefix}` as const] }]
      : []),
  ]
}

/** `db` may be a transaction. */
type Counting = Pick<Context, 'linkKey'> & { db: Queryable }

/**
 * Counts in all limits, or in none when one of them is used up: who is over one uses up nothing of what is shared with
 * others. Returns how many seconds to wait, 0 when it is permitted. All processes on the database share the counts.
 */
export async function take(
  { config, clock, db, linkKey }: Counting & Pick<Context, 'config' | 'clock'>,
  limits: CountedLimit[],
): Promise<number> {
  if (!config.rateLimits || limits.length === 0) return 0
  const now = clock.now()
  const secondsUntil = (ends: Date[]) =>
    Math.ceil(Math.max(0, ...ends.map(end => end.getTime() - now.getTime())) / 1000)
  const keys = limits.map(limit => keyOf(linkKey, limit))
  const known = secondsUntil(keys.flatMap(key => refusedUntil.get(key.toString('base64')) ?? []))
  if (known > 0) return known
  const { rows: refused } = await sql<{ refused: Buffer; until: Date }>`
    select * from take_limits(${keys}::bytea[], ${limits.map(({ max }) => max)}::integer[],
      ${limits.map(({ seconds }) => seconds)}::integer[], ${now})`.execute(db)
  // A transaction can be rolled back and run again, when it counts anew.
  if (!db.isTransaction)
    for (const { refused: key, until } of refused) refusedUntil.set(key.toString('base64'), until)
  return secondsUntil(refused.map(({ until }) => until))
}

/**
 * Until when keys are refused: a process asks the database for each once in ten seconds. No entry lives longer,
 * because another process may have given an attempt back.
 */
const refusedUntil = new LRUCache<string, Date>({ max: 50_000, ttl: 10_000 })

/** Takes an attempt back that was permitted and did nothing. */
export async function giveBack({ db, linkKey }: Counting, limits: CountedLimit[]) {
  const keys = limits.map(limit => keyOf(linkKey, limit))
  await db
    .updateTable('rate_limits')
    .set({ used: sql<number>`greatest(used - 1, 0)` })
    .where('key', 'in', keys)
    .execute()
  // Another attempt may have been refused meanwhile.
  for (const key of keys) refusedUntil.delete(key.toString('base64'))
}

/** A keyed hash, because nobody's address is kept for a limit. */
const keyOf = (linkKey: KeyObject, { what, seconds, who }: CountedLimit) =>
  createHmac('sha256', linkKey)
    .update(`limit:${[what, seconds, ...who].join(' ')}`)
    .digest()

export const purgeRateLimits = defineJob({
  name: 'purge-rate-limits',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '*/10 * * * *',
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>, _, signal) {
    await deleteInBatches(db, 'rate_limits', sql`resets_at <= ${clock.now()}`, signal)
  },
})
