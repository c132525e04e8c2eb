import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'
import { type LookUpContext, lookUpTrackNow } from './look-up-track.ts'

export type LookUpJobContext = LookUpContext & Pick<Context, 'queue'>

/** Stores a track's details from the streaming service. Throws, to be retried, without a response. */
export const lookUpTrack = defineJob({
  name: 'look-up-track',
  options: {
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 60,
    deleteAfterSeconds: 60 * 60,
    notify: true,
  },
  concurrency: 2,
  async run(context: LookUpContext, { trackId }: { trackId: string }, signal) {
    await lookUpTrackNow(context, trackId, { signal })
  },
})

/** Enqueues the look-up of a track that was never on a list before. */
export async function requestLookUp(
  { queue, config }: Pick<Context, 'queue' | 'config'>,
  trx: Transaction,
  trackId: string,
) {
  const isNew = await trx
    .insertInto('track_details')
    .values({ spotify_track_id: trackId })
    .onConflict(conflict => conflict.doNothing())
    .returning('spotify_track_id')
    .executeTakeFirst()
  if (isNew && config.oembedUrl) await queue.send(lookUpTrack, { trackId }, trx)
}
