import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database.ts'
import { computeRelated } from './compute-related.ts'

/** Changes and tracks of one transaction, which takes less than a second. */
const changesPerRound = 500
const tracksPerRound = 200

/**
 * Takes the changes of lists since the last time and computes anew what depends on them, for `rounds`
 * transactions at most; the rest waits for the next time, the oldest changes first.
 */
export async function computeDiscovery(
  db: Database,
  { rounds = Number.POSITIVE_INFINITY, signal }: { rounds?: number; signal?: AbortSignal } = {},
) {
  for (let round = 0; round < rounds; round++) {
    signal?.throwIfAborted()
    const done = await db.transaction().execute(async trx => {
      const changes = await takeChanges(trx)
      const tracks = await takeDueTracks(trx)
      if (tracks.length > 0) await computeRelated(trx, tracks)
      return changes + tracks.length
    })
    if (done === 0) return
    // The embedded database is in this process, whose requests run meanwhile.
    await setImmediate()
  }
}

/** A change of a list concerns the changed track and those that are on the list with it. */
async function takeChanges(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ user_id: number; spotify_track_id: string }>`
    delete from list_changes where id = any(array(
      select id from list_changes order by id limit ${changesPerRound}))
    returning user_id, spotify_track_id`.execute(trx)
  if (rows.length === 0) return 0
  await sql`
    insert into related_tracks_due
    select unnest(${rows.map(row => row.spotify_track_id)}::text[])
    union select spotify_track_id from tracks where user_id = any(${rows.map(row => row.user_id)}::int[])
    on conflict do nothing`.execute(trx)
  return rows.length
}

async function takeDueTracks(trx: Transaction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from related_tracks_due where spotify_track_id = any(array(
      select spotify_track_id from related_tracks_due limit ${tracksPerRound}))
    returning spotify_track_id as id`.execute(trx)
  return rows.map(({ id }) => id)
}
