import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { deliverIncomplete } from '../../src/delivery/deliver-drop.job.ts'
import { purgeDeliveries } from '../../src/delivery/purge-deliveries.job.ts'
import { drainQueue } from '../drain-queue.ts'
import { dropAndDeliver, memberWithFollowers, saveTracks } from '../drop-audience.ts'
import { day, openTestApp, runJob } from '../test-app.ts'

const app = await openTestApp()
const { db, clock } = app.context

/** As docs/scale.md says, with a partition for each drop: their first rows are at the same places in them. */
beforeAll(async () => {
  await sql`alter table mail_events drop constraint mail_events_notification_id_fkey`.execute(db)
  await partition('drop_notifications', 'unique (drop_id, follow_id)')
  await partition('drop_tracks', 'unique (drop_id, rank)')
})

async function partition(table: string, key: string) {
  const statements = [
    `alter table ${table} rename to whole`,
    `create table ${table} (like whole including defaults including constraints including identity)
      partition by range (drop_id)`,
    'drop table whole',
    `alter table ${table} add ${key}, add foreign key (drop_id) references drops on delete cascade`,
    ...[1, 2, 3].map(
      id =>
        `create table ${table}_${id} partition of ${table} for values from (${id}) to (${id + 1})`,
    ),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

test('A purge and the removal of an account delete no rows of others from tables that are partitioned', async () => {
  const [old, recent, leaving] = await Promise.all([1, 2, 3].map(() => memberWithFollowers(app, 3)))
  if (!old || !recent || !leaving) throw new Error('A member is missing.')
  for (const member of [old, recent, leaving]) {
    await saveTracks(member, 3)
    expect(await dropAndDeliver(member)).toMatchObject({ sent: 3 })
  }
  expect(await rows()).toEqual({ deliveries: [3, 3, 3], tracks: [3, 3, 3] })

  const body = { username: leaving.username, password: 'correct horse' }
  expect((await leaving.call('POST', '/api/user/delete', body)).status).toBe(204)
  await drainQueue(app, 'remove-account')
  expect(await rows()).toEqual({ deliveries: [3, 3], tracks: [3, 3] })

  await db
    .updateTable('drops')
    .set({ created_at: new Date(clock.now().getTime() - 366 * day) })
    .where('id', '=', 1)
    .execute()
  await runJob(deliverIncomplete, { ...app.context, notifySender() {} }, {})
  await runJob(purgeDeliveries, app.context, {})
  expect(await rows()).toEqual({ deliveries: [3], tracks: [3, 3] })
})

/** Of each drop that has some. */
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
