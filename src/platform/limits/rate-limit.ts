import { createHmac, type KeyObject } from 'node:crypto'
import type { Context as Request } from 'hono'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { deleteInBatches } from '../database/batches.ts'
import type { Queryable } from '../database.ts'
import type { Limit } from '../endpoint.shared.ts'
import { rateLimited } from '../errors.ts'
import { defineJob } from '../queue.ts'
import { clientAddress, clientsPerSite, siteOf } from './client-address.ts'

export type Attempt = {
  call: string
  limits: readonly Limit[]
  accountId?: number | undefined
  body?: unknown
}

/** Counts an attempt; throws `rate_limited` when a limit is exceeded. */
export type Limiter = (c: Request, attempt: Attempt) => Promise<void>

const forgottenProxy =
  'A request has X-Forwarded-For, and TRUST_PROXY is off: behind a proxy all visitors count as one client, so set TRUST_PROXY=1.'

/** The counts are in the database, so that all processes share them. */
export function openLimiter({ config, db, clock, linkKey, log }: Context): Limiter {
  let isWarned = config.trustedProxies > 0
  return async (c, { call, limits, accountId, body }) => {
    if (!config.rateLimits) return
    if (!isWarned && c.req.header('x-forwarded-for') !== undefined) {
      isWarned = true
      log.warn(forgottenProxy)
    }
    const address = clientAddress(c, config.trustedProxies)
    const origin = { address, accountId, email: emailIn(body) }
    const counted = limits.flatMap(limit =>
      subjectsOf(limit, origin).map(({ per, max, subject }) => ({
        per,
        max,
        seconds: limit.seconds,
        key: keyOf(linkKey, `${call}:${limit.per}:${limit.seconds}:${subject}`),
      })),
    )
    const among = (step: CountedPer[]) => counted.filter(({ per }) => step.includes(per))
    const now = clock.now()
    const known = knownWait(counted, now)
    if (known > 0) throw rateLimited(known)
    for (const [index, step] of steps.entries()) {
      const wait = await count(db, among(step), now)
      if (wait === 0) continue
      const uncounted = among(steps.slice(index + 1).flat())
      throw rateLimited(Math.max(wait, await waitFor(uncounted, now)))
    }
  }

  async function waitFor(counted: Counted[], now: Date): Promise<number> {
    if (counted.length === 0) return 0
    const keys = counted.map(({ key }) => key)
    const counts = await db
      .selectFrom('rate_limits')
      .selectAll()
      .where('key', 'in', keys)
      .where('resets_at', '>', now)
      .execute()
    return refuse(
      counts.filter(row => {
        const limit = limitOf(row.key, counted)
        return limit && row.used >= limit.max
      }),
      now,
    )
  }
}

/** Returns how many seconds to wait, 0 when it is permitted. All processes on the database share the counts. */
export function countAttempt(
  { db, clock, linkKey }: Pick<Context, 'clock' | 'linkKey'> & { db: Queryable },
  subject: string,
  limit: Pick<Limit, 'max' | 'seconds'>,
): Promise<number> {
  const counted = [{ ...limit, key: keyOf(linkKey, subject) }]
  const now = clock.now()
  const known = knownWait(counted, now)
  return known > 0 ? Promise.resolve(known) : count(db, counted, now)
}

/** Takes an attempt back that was permitted and did nothing. */
export async function uncountAttempt(
  { db, linkKey }: Pick<Context, 'linkKey'> & { db: Queryable },
  subject: string,
) {
  await db
    .updateTable('rate_limits')
    .set({ used: sql<number>`greatest(used - 1, 0)` })
    .where('key', '=', keyOf(linkKey, subject))
    .execute()
}

type Counted = Pick<Limit, 'max' | 'seconds'> & { key: Buffer }

const keyOf = (linkKey: KeyObject, subject: string) =>
  createHmac('sha256', linkKey).update(`limit:${subject}`).digest()

async function count(db: Queryable, counted: Counted[], now: Date): Promise<number> {
  if (counted.length === 0) return 0
  // Always in the same order, so that two requests cannot deadlock on the rows.
  const rows = counted.toSorted((one, other) => Buffer.compare(one.key, other.key))
  const isOver = sql`rate_limits.resets_at <= ${now}`
  const counts = await db
    .insertInto('rate_limits')
    .values(
      rows.map(({ key, seconds }) => ({
        key,
        used: 1,
        resets_at: new Date(now.getTime() + seconds * 1000),
      })),
    )
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        used: sql`case when ${isOver} then 1 else least(rate_limits.used + 1, 1000000) end`,
        resets_at: sql`case when ${isOver} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['key', 'used', 'resets_at'])
    .execute()
  return refuse(
    counts.filter(({ key, used }) => used > (limitOf(key, counted)?.max ?? 0)),
    now,
  )
}

/** Until when keys are refused, so that what is refused again costs no statement. Each process learns it by one. */
const refusedUntil = new LRUCache<string, Date>({ max: 50_000 })

/** Seconds until the last of these counts ends, 0 without any; remembers them. */
function refuse(exceeded: { key: Buffer; resets_at: Date }[], now: Date): number {
  for (const { key, resets_at } of exceeded) refusedUntil.set(key.toString('base64'), resets_at)
  return secondsUntil(
    exceeded.map(({ resets_at }) => resets_at),
    now,
  )
}

function knownWait(counted: Counted[], now: Date): number {
  const ends = counted.flatMap(limit => {
    const end = refusedUntil.get(limit.key.toString('base64'))
    return end ? [end] : []
  })
  return secondsUntil(ends, now)
}

const secondsUntil = (ends: Date[], now: Date) =>
  Math.ceil(Math.max(0, ...ends.map(end => end.getTime() - now.getTime())) / 1000)

type CountedPer = Limit['per'] | 'site'

/**
 * Counted in this order until one is exceeded: a client over the limit of its address uses up neither the
 * limits of its neighbors or of an account, nor adds a row for each email address it makes up.
 */
const steps: CountedPer[][] = [['address', 'visitor'], ['site'], ['email at address'], ['account']]

const limitOf = (key: Buffer, counted: Counted[]) => counted.find(row => row.key.equals(key))

type Origin = { address: string; accountId: number | undefined; email: string | null }

type Subject = { per: CountedPer; max: number; subject: string }

/** What a limit counts an attempt for, and how many of each it allows. */
function subjectsOf({ per, max }: Limit, { address, accountId, email }: Origin): Subject[] {
  if (per === 'account')
    return accountId === undefined ? [] : [{ per, max, subject: `${accountId}` }]
  if (per === 'email at address')
    return email === null ? [] : [{ per, max, subject: `${email} ${address}` }]
  if (per === 'visitor' && accountId !== undefined) return []
  const site = siteOf(address)
  const ofSite: Subject[] = site ? [{ per: 'site', max: max * clientsPerSite, subject: site }] : []
  return [{ per, max, subject: address }, ...ofSite]
}

function emailIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('email' in body)) return null
  return typeof body.email === 'string' ? body.email.toLowerCase() : null
}

export const purgeRateLimits = defineJob({
  name: 'purge-rate-limits',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '*/10 * * * *',
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>, _, signal) {
    await deleteInBatches(db, 'rate_limits', sql`resets_at <= ${clock.now()}`, signal)
  },
})
