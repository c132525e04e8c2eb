import { sql } from 'kysely'
import { keptMs } from '../../delivery/counts/purge-deliveries.job.ts'
import { batchSize, idBatches } from '../../platform/database/batches.ts'
import type { Queryable } from '../../platform/database.ts'

/** Each may have as many deliveries as the largest member has followers. */
const dropsPerStatement = 20

/**
 * Counts followers, drops and deliveries again, for changes that were made past the app, and corrects
 * what differs. Returns a line for each kind that differed. Deliveries of drops that are old enough to be
 * purged are left out: only their counts are left.
 */
export async function recount(db: Queryable, now: Date): Promise<string[]> {
  const differences: string[] = []
  const members: number[] = []
  for await (const ids of idBatches(after => findMembersAfter(db, after)))
    members.push(...(await recountMembers(db, ids)))
  if (members.length > 0)
    differences.push(`Followers or drops of these members were wrong: ${members.join(', ')}.`)
  const drops: number[] = []
  for await (const ids of idBatches(after => findDropsAfter(db, after, now)))
    for (let start = 0; start < ids.length; start += dropsPerStatement)
      drops.push(...(await recountDeliveries(db, ids.slice(start, start + dropsPerStatement))))
  if (drops.length > 0)
    differences.push(`Deliveries of these drops were wrong: ${drops.join(', ')}.`)
  return differences
}

const findMembersAfter = (db: Queryable, id: number) =>
  db.selectFrom('users').select('id').where('id', '>', id).orderBy('id').limit(batchSize).execute()

const findDropsAfter = (db: Queryable, id: number, now: Date) =>
  db
    .selectFrom('drops')
    .select('id')
    .where('id', '>', id)
    .where('created_at', '>', new Date(now.getTime() - keptMs))
    .orderBy('id')
    .limit(batchSize)
    .execute()

/** Returns the ids of the members whose counts were wrong. Their new follows and drops wait meanwhile. */
async function recountMembers(db: Queryable, members: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from recount_follows(${members}) id
    union select id from recount_drops(${members}) id
    union select id from recopy_search_texts(${members}) id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the ids of the drops whose counts were wrong. */
async function recountDeliveries(db: Queryable, drops: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from recount_deliveries(${drops}) id`.execute(db)
  return rows.map(({ id }) => id)
}
