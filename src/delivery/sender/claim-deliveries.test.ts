import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createDrop, expireLeases } from '../../../tests/processes/worker-processes.ts'
import { onPostgres, openTestDatabase } from '../../../tests/test-database.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database.ts'
import { openLog } from '../../platform/log/log.ts'
import { enqueueRecipients } from '../enqueue-recipients.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.queries.ts'
import { updateDeliveries } from './update-deliveries.queries.ts'

const limit = 100

/** A database, and what a worker does with it. */
async function openWorker() {
  const database = await openTestDatabase()
  onTestFinished(database.close)
  const { db, url } = database
  const config = readConfig({ DATABASE_URL: url ?? '' })
  const linkKey = createSecretKey(randomBytes(32))
  const context = { db, config, linkKey, clock: systemClock, log: openLog('silent') }
  const sender = randomUUID()
  return {
    db,
    createDrop: (audience: number, username?: string) => createDrop(database, audience, username),
    enqueue: (dropId: number, notifySender = () => {}, signal = new AbortController().signal) =>
      enqueueRecipients({ ...context, notifySender }, dropId, signal),
    claim: (claimedBy = sender) => claimDeliveries(context, claimedBy, limit, new Date()),
    update(claimed: ClaimedDelivery[], status: 'sending' | 'sent') {
      const updates = claimed.map(row => ({ ...row, status, last_error: null }))
      return updateDeliveries(db, sender, updates, new Date())
    },
  }
}

// The embedded database has no statistics of what a query reads.
test.runIf(onPostgres)(
  'The deliveries of a large drop are claimed and updated by key, although that was planned while there were few',
  async () => {
    const { db, createDrop, enqueue, claim, update } = await openWorker()
    const record = (claimed: ClaimedDelivery[]) => update(claimed.slice(0, 5), 'sent')
    await enqueue(await createDrop(6 * limit, 'first'))
    // After six executions PostgreSQL keeps the plan.
    for (let times = 0; times < 6; times++) expect(await record(await claim())).toHaveLength(5)
    await db.updateTable('drop_notifications').set({ status: 'sent' }).execute()

    await enqueue(await createDrop(10_000, 'second'))
    const before = await countRead(db)
    const claimed = await claim()
    expect(claimed).toHaveLength(limit)
    expect(await record(claimed)).toHaveLength(5)
    // Each is found, locked and updated.
    expect((await countRead(db)) - before).toBeLessThan(5 * limit)
  },
)

test.runIf(onPostgres)(
  'Claims read few deliveries while those of a large drop are added',
  async () => {
    const { db, createDrop, enqueue, claim } = await openWorker()
    const dropId = await createDrop(12_000)
    const enqueueUntil = async (range: number) => {
      const stop = new AbortController()
      const countDown = () => {
        if (--range === 0) stop.abort()
      }
      await expect(enqueue(dropId, countDown, stop.signal)).rejects.toThrow('aborted')
    }
    await enqueueUntil(1)
    for (let times = 0; times < 6; times++) expect(await claim(randomUUID())).toHaveLength(limit)
    await enqueueUntil(11)
    const before = await countRead(db)
    expect(await claim(randomUUID())).toHaveLength(limit)
    // Deliveries that are claimed already are read again.
    expect((await countRead(db)) - before).toBeLessThan(11 * limit)
  },
)

/** How many deliveries have been read. The pool uses the connection that was released last, which counts what it did. */
async function countRead(db: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ count: string }>`
    select seq_tup_read + idx_tup_fetch as count from pg_stat_user_tables
    where relname = 'drop_notifications'`.execute(db)
  return Number(rows[0]?.count)
}

test.each([
  ['left', sql`update radr_follows set state = 'left'`],
  ['mail off', sql`update radr_follows set mail_off = true`],
  [
    'address not proven',
    sql`with account as (
        insert into users (username, password, email) values ('fan', '', 'fan@mail.test') returning id
      ), stopped as (
        insert into mailboxes (key, stopped_at) values (mailbox_key('fan@mail.test'), now())
      )
      update follower_registry set email = null, user_id = account.id from account
      where follower_registry.user_id is null`,
  ],
  [
    'suppressed hard',
    sql`insert into suppressed_addresses (email, reason, detail)
      select email, 'hard', '' from follower_registry where email is not null`,
  ],
])(
  'What a recipient chose between the claim and the sending is recorded as that choice: %s',
  async (reason, choose) => {
    const { db, createDrop, enqueue, claim, update } = await openWorker()
    await enqueue(await createDrop(1))
    const claimed = await claim()
    expect(claimed).toMatchObject([{ claimed_status: 'pending' }])
    await choose.execute(db)
    expect(await update(claimed, 'sending')).toMatchObject([{ status: 'skipped' }])
    expect(
      await db.selectFrom('drop_notifications').select(['last_error', 'leased_by']).execute(),
    ).toEqual([{ last_error: reason, leased_by: null }])
  },
)

test('A mail that may have arrived stays unknown when its reader leaves before the claim or before the sending', async () => {
  const { db, createDrop, enqueue, claim, update } = await openWorker()
  await enqueue(await createDrop(1))
  const states = () =>
    db
      .selectFrom('drop_notifications')
      .select(['status', 'last_error', 'next_attempt_at', 'leased_by'])
      .execute()
  const change = (set: { status: 'unknown'; next_attempt_at: Date }) =>
    db
      .updateTable('drop_notifications')
      .set({ ...set, last_error: 'no response', leased_by: null, leased_until: null })
      .execute()
  const follow = (state: 'left' | 'following') =>
    db.updateTable('radr_follows').set({ state }).execute()
  const ended = {
    status: 'unknown',
    last_error: 'no response',
    next_attempt_at: null,
    leased_by: null,
  }

  await change({ status: 'unknown', next_attempt_at: new Date(0) })
  await follow('left')
  expect(await claim()).toMatchObject([{ is_skipped: true }])
  expect(await states()).toEqual([ended])

  await follow('following')
  await change({ status: 'unknown', next_attempt_at: new Date(0) })
  const claimed = await claim()
  expect(claimed).toMatchObject([{ claimed_status: 'unknown' }])
  await follow('left')
  expect(await update(claimed, 'sending')).toMatchObject([{ status: 'unknown' }])
  expect(await states()).toEqual([ended])
})

test('A mail without a response whose sender is killed in the next attempt is claimed as unknown, and due at once if it is released', async () => {
  const { db, createDrop, enqueue, claim, update } = await openWorker()
  await enqueue(await createDrop(1))
  const last_error = 'no response'
  const unknown = { status: 'unknown', next_attempt_at: new Date(0), last_error } as const
  await db.updateTable('drop_notifications').set(unknown).execute()
  for (let kills = 0; kills < 3; kills++) {
    expect(await update(await claim(), 'sending')).toMatchObject([{ status: 'sending' }])
    await expireLeases(db)
    expect(await claim(randomUUID())).toMatchObject([{ claimed_status: 'unknown' }])
    await expireLeases(db)
  }
})
