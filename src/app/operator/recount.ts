import { sql } from 'kysely'
import { batchSize, idBatches } from '../../platform/database/batches.ts'
import type { Queryable } from '../../platform/database.ts'

/** Counts followers and drops again, for changes that were made past the app, and corrects what differs. Returns a line for it. */
export async function recount(db: Queryable): Promise<string[]> {
  const members: number[] = []
  for await (const ids of idBatches(after => findMembersAfter(db, after)))
    members.push(...(await recountMembers(db, ids)))
  return members.length > 0
    ? [`Followers or drops of these members were wrong: ${members.join(', ')}.`]
    : []
}

const findMembersAfter = (db: Queryable, id: number) =>
  db.selectFrom('users').select('id').where('id', '>', id).orderBy('id').limit(batchSize).execute()

/** Returns the ids of the members whose counts were wrong. Their new follows and drops wait meanwhile. */
async function recountMembers(db: Queryable, members: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from recount_follows(${members}) id
    union select id from recount_drops(${members}) id`.execute(db)
  return rows.map(({ id }) => id)
}
