import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliverIncomplete } from '../../src/delivery/deliver-drop.job.ts'
import { enqueueRecipients } from '../../src/delivery/enqueue-recipients.ts'
import { purgeDeliveries } from '../../src/delivery/purge-deliveries.job.ts'
import { createMetricsApp } from '../../src/operations/monitoring/metrics.routes.ts'
import { openBounceFixture } from '../bounces/bounce-fixture.ts'
import { deliveryOf } from '../drop-audience.ts'
import { deleteAccount } from '../member-actions.ts'
import { day, runJob } from '../test-app.ts'
import { onPostgres } from '../test-database.ts'
import { convertToPartitions } from './convert-to-partitions.ts'

const app = await openBounceFixture()
const { db, clock } = app.context

test.runIf(onPostgres)(
  'With the tables partitioned by docs/partition.sql, drops are sent, reported, counted, purged and removed as without',
  async () => {
    const [old, recent, leaving, later] = await Promise.all(
      [3, 3, 3, 30].map(followers => app.createMember(followers)),
    )
    if (!old || !recent || !leaving || !later) throw new Error('A member is missing.')
    const oldDrop = await old.drop()
    const recentDrop = await recent.drop()
    const before = [await rows(), await columns()]
    // A partition for each drop, so that the first rows of all are at the same places in them.
    await convertToPartitions(app, 1)
    // Autovacuum would analyze the partition before the job does, on a machine that takes a minute for this test.
    await sql`alter table drop_notifications_default set (autovacuum_enabled = off)`.execute(db)
    expect([await rows(), await columns()]).toEqual(before)
    expect(await partitionsInUse()).toEqual({ deliveries: 2, tracks: 2 })

    const leavingDrop = await leaving.drop()
    expect(await leavingDrop.states()).toMatchObject({ sent: 3, audience: 3 })
    // The next drop is beyond the last partition, in the default one.
    await sql`alter sequence drops_id_seq restart with 100`.execute(db)
    app.mailbox.behave({
      recipient: address =>
        /fan[12]@/.test(address) ? { code: 450, text: '4.2.1 Later' } : 'accept',
    })
    const laterDrop = await later.startDrop()
    await expect
      .poll(laterDrop.states)
      .toMatchObject({ sent: 28, pending: 0, sending: 0, retry: 2, audience: 30 })
    app.mailbox.behave()
    app.pass(2 * 60_000)
    await expect.poll(laterDrop.states).toMatchObject({ sent: 30, retry: 0 })
    expect(new Set(app.mailbox.mails.map(({ to }) => to[0])).size).toBe(30)
    expect(app.mailbox.mails).toHaveLength(30)
    expect(laterDrop.id).toBe(100)
    expect(await rows()).toEqual({ deliveries: [3, 3, 3, 30], tracks: [1, 1, 1, 1] })

    // The job of a drop looks at the partition of the drop alone.
    const analyzed = await analyzes()
    const config = { ...app.context.config, databaseUrl: app.database.url ?? '' }
    const context = { ...app.context, config, notifySender() {} }
    await enqueueRecipients(context, laterDrop.id, new AbortController().signal)
    await expect.poll(analyzes).toEqual({
      ...analyzed,
      drop_notifications_default: (analyzed.drop_notifications_default ?? 0) + 1,
    })

    // A report, and what the owner does about it.
    expect(await app.report('unknown-user', laterDrop.returnPath())).toBe(250)
    expect(await laterDrop.states()).toMatchObject({ sent: 29, failed: 1 })
    expect((await deliveryOf(later)).undelivered).toMatchObject([{ email: later.follower() }])
    const metrics = await createMetricsApp(app.context, async () => null).request('/metrics')
    expect(await metrics.text()).toMatch(/^radr_undelivered\{state="failed"\} 1$/m)

    await deleteAccount(app, leaving)
    expect(await rows()).toEqual({ deliveries: [3, 3, 30], tracks: [1, 1, 1] })

    await db
      .updateTable('drops')
      .set({ created_at: new Date(clock.now().getTime() - 366 * day) })
      .where('id', '=', oldDrop.id)
      .execute()
    await runJob(deliverIncomplete, { ...app.context, notifySender() {} }, {})
    await runJob(purgeDeliveries, app.context, {})
    expect(await rows()).toEqual({ deliveries: [3, 30], tracks: [1, 1, 1] })
    expect(await recentDrop.states()).toMatchObject({ sent: 3, audience: 3 })
    expect(await laterDrop.states()).toMatchObject({ sent: 29, failed: 1, audience: 30 })
  },
)

/** How often each partition of deliveries has been analyzed by a statement. */
async function analyzes(): Promise<Record<string, number>> {
  const { rows } = await sql<{ relname: string; analyze_count: number }>`
    select relname, analyze_count from pg_stat_user_tables
    where relname like 'drop_notifications%'`.execute(db)
  return Object.fromEntries(rows.map(({ relname, analyze_count }) => [relname, analyze_count]))
}

/** Rows of each drop that has some. */
async function rows() {
  const count = async (table: 'drop_notifications' | 'drop_tracks') => {
    const { rows } = await sql<{ rows: number }>`
      select count(*)::int as rows from ${sql.table(table)} group by drop_id order by drop_id`.execute(
      db,
    )
    return rows.map(row => row.rows)
  }
  return { deliveries: await count('drop_notifications'), tracks: await count('drop_tracks') }
}

/** All values, as a wrong order of columns would change them. */
async function columns() {
  const { rows } = await sql`
    select (select jsonb_agg(to_jsonb(n) order by n.id) from drop_notifications n) as deliveries,
      (select jsonb_agg(to_jsonb(t) - 'id' order by drop_id, rank) from drop_tracks t) as tracks`.execute(
    db,
  )
  return rows
}

async function partitionsInUse() {
  const { rows } = await sql`
    select (select count(distinct tableoid)::int from drop_notifications) as deliveries,
      (select count(distinct tableoid)::int from drop_tracks) as tracks`.execute(db)
  return rows[0]
}
