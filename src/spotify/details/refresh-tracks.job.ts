import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { defineJob } from '../../platform/queue.ts'
import { type LookUpContext, lookUpTrack } from './look-up-track.job.ts'
import { isTrackUsed } from './track-details.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000
/** Look-ups that one run enqueues, so that requests to the service are spread over hours. */
const batchSize = 500

export const refreshTracks = defineJob({
  name: 'refresh-tracks',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '23 * * * *',
  run,
})

async function run({ db, queue, config, clock }: LookUpContext & Pick<Context, 'queue'>) {
  if (config.outsideServices === 'off') return
  const due = new Date(clock.now().getTime() - weekMs)
  await db.transaction().execute(async trx => {
    const tracks = await trx
      .selectFrom('track_details')
      .select('spotify_track_id')
      .where(({ or, eb }) => or([eb('looked_up_at', 'is', null), eb('looked_up_at', '<=', due)]))
      .where(isTrackUsed)
      // The order is random: ids that no source responds to stay due, and would always be first.
      .orderBy(sql`random()`)
      .limit(batchSize)
      .execute()
    // Tracks that members have just added go first.
    for (const { spotify_track_id } of tracks) {
      await queue.send(lookUpTrack, { trackId: spotify_track_id }, trx, { priority: -1 })
    }
  })
}
