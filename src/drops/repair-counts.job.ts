import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { batchSize, idBatches } from '../platform/database/batches.ts'
import type { Queryable } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'

/** Triggers keep the counts of followers and drops; this corrects what somebody changed without them. */
export const repairCounts = defineJob({
  name: 'repair-counts',
  options: { retryLimit: 3, expireInSeconds: 60 * 60 },
  schedule: '23 4 * * *',
  async run({ db, log }: Pick<Context, 'db' | 'log'>, _, signal) {
    for await (const members of idBatches(after => findMembersAfter(db, after))) {
      signal.throwIfAborted()
      const repaired = await recount(db, members)
      if (repaired.length > 0)
        log.warn({ members: repaired }, 'counts of followers or drops were wrong and are corrected')
    }
  },
})

const findMembersAfter = (db: Queryable, id: number) =>
  db.selectFrom('users').select('id').where('id', '>', id).orderBy('id').limit(batchSize).execute()

/** Returns the ids of the members whose counts were wrong. Their new follows and drops wait meanwhile. */
async function recount(db: Queryable, members: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from recount_follows(${members}) id union select id from recount_drops(${members}) id
  `.execute(db)
  return rows.map(({ id }) => id)
}
