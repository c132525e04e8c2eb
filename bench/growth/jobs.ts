import { sql } from 'kysely'
import { deliverDrop } from '../../src/delivery/deliver-drop.job.ts'
import { computeDiscovery } from '../../src/discovery/compute-discovery.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database.ts'
import { openLog } from '../../src/platform/log.ts'

/** As if as many tracks had been added to lists; what these mark is computed with them, 200 of each. */
export async function computeChanges(db: Database) {
  await sql`insert into list_changes (user_id, spotify_track_id)
    select user_id, spotify_track_id from tracks order by id limit 200`.execute(db)
  await computeDiscovery(db, { rounds: 1 })
}

/** Of a drop that no worker sends. */
export async function fillDeliveries(db: Database, databaseUrl: string) {
  const { id } = await db
    .insertInto('drops')
    .columns(['user_id', 'drop_number'])
    .expression(({ selectFrom, fn }) =>
      selectFrom('drops')
        .innerJoin('users', 'users.id', 'drops.user_id')
        .select(eb => ['users.id', eb(fn.max('drop_number'), '+', 1).as('number')])
        .where('username', '=', 'star')
        .groupBy('users.id'),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const log = openLog('silent')
  const context = { db, clock: systemClock, config: { databaseUrl }, log, notifySender() {} }
  await deliverDrop.run(context as never, { dropId: id }, new AbortController().signal)
}
