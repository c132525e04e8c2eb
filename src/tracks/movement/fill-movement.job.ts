import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database.ts'
import { defineJob } from '../../platform/queue.ts'

const membersAtOnce = 200

/**
 * Fills the movement of drops that lack it: those that a process of the previous release made during a
 * deploy, and those that were too many for the migration.
 */
export const fillMovement = defineJob({
  name: 'fill-movement',
  options: { retryLimit: 0, expireInSeconds: 60 * 60, deleteAfterSeconds: 60 * 60 },
  schedule: '41 * * * *',
  runAtStart: true,
  async run({ db }: Pick<Context, 'db'>, _, signal) {
    for (let after = 0; ; ) {
      signal.throwIfAborted()
      const members = await findMembers(db, after)
      const last = members.at(-1)
      if (last === undefined) return
      await sql`select fill_movement(${members})`.execute(db)
      after = last
    }
  },
})

async function findMembers(db: Database, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('drops')
    .select('user_id')
    .distinct()
    .where('movement', 'is', null)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(membersAtOnce)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
