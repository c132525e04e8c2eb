import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { batchSize } from '../platform/database/batches.ts'
import type { Database } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'

/** How long the details of a track stay that was previewed or removed: it may be added yet. */
const keptForMs = 24 * 60 * 60 * 1000

/** Deletes the details of tracks that are on no list and in no drop: each preview stores some. */
export const purgeUnusedTracks = defineJob({
  name: 'purge-unused-tracks',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '17 4 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const limit = new Date(clock.now().getTime() - keptForMs)
    let tracks = 0
    for (let after = ''; ; ) {
      signal.throwIfAborted()
      const ids = await listTracks(db, after)
      const last = ids.at(-1)
      if (last === undefined) break
      tracks += await deleteUnused(db, ids, limit)
      after = last
      await setImmediate()
    }
    log.info({ tracks }, 'details of unused tracks were purged')
  },
})

async function listTracks(db: Database, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('track_details')
    .select('spotify_track_id')
    .where('spotify_track_id', '>', after)
    .orderBy('spotify_track_id')
    .limit(batchSize)
    .execute()
  return rows.map(row => row.spotify_track_id)
}

async function deleteUnused(db: Database, ids: string[], limit: Date): Promise<number> {
  const unused = sql`spotify_track_id = any(${ids})
    and (looked_up_at is null or looked_up_at <= ${limit})
    and not exists (select from tracks where spotify_track_id = track_details.spotify_track_id)
    and not exists (select from drop_tracks where spotify_track_id = track_details.spotify_track_id)`
  const { rows } = await sql`select from track_details where ${unused} limit 1`.execute(db)
  if (rows.length === 0) return 0
  return db.transaction().execute(async trx => {
    // A member who adds such a track now commits first, or waits and stores its details anew.
    await sql`lock table track_details in share row exclusive mode`.execute(trx)
    const { numAffectedRows } = await sql`delete from track_details where ${unused}`.execute(trx)
    return Number(numAffectedRows)
  })
}
