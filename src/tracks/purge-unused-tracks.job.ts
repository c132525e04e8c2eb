import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { batchSize, inBatches } from '../platform/database/batches.ts'
import type { Database } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'
import { isTrackUsed } from '../spotify/details/track-details.ts'

/** How long the details of a track stay that was previewed or removed: it may be added yet. */
const keptForMs = 24 * 60 * 60 * 1000

/** Deletes the details of tracks that are on no list and in no drop: each preview stores some. */
export const purgeUnusedTracks = defineJob({
  name: 'purge-unused-tracks',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '17 4 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const limit = new Date(clock.now().getTime() - keptForMs)
    const tracks = await inBatches(() => deleteUnused(db, limit), signal)
    log.info({ tracks }, 'details of unused tracks were purged')
  },
})

async function deleteUnused(db: Database, limit: Date): Promise<number> {
  const unused = sql`(looked_up_at is null or looked_up_at <= ${limit}) and not ${isTrackUsed}`
  const { rows } = await sql<{ id: string }>`
    select spotify_track_id as id from track_details where ${unused} limit ${batchSize}`.execute(db)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  return db.transaction().execute(async trx => {
    // A member who adds such a track now commits first, or waits and stores its details anew.
    await sql`lock table track_details in share row exclusive mode`.execute(trx)
    const { numAffectedRows } = await sql`
      delete from track_details where spotify_track_id = any(${ids}) and ${unused}`.execute(trx)
    return Number(numAffectedRows)
  })
}
