import { deliverDrop } from '../../src/delivery/deliver-drop.job.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database.ts'
import { openLog } from '../../src/platform/log.ts'

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
