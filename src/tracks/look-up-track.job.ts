import { sql } from 'kysely'
import type { CircuitBreaker } from '../platform/circuit-breaker.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'
import { fetchOembed } from './fetch-oembed.ts'

/** `oembedBreaker` is shared by all requests of this process. */
export type LookUpContext = Pick<Context, 'db' | 'queue' | 'config' | 'clock'> & {
  oembedBreaker: CircuitBreaker
}

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
  run: (context: LookUpContext, { trackId }: { trackId: string }, signal) =>
    lookUp(context, trackId, signal),
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

async function lookUp(
  { db, config, clock, oembedBreaker }: LookUpContext,
  trackId: string,
  signal: AbortSignal,
) {
  const { oembedUrl } = config
  if (!oembedUrl) return
  const found = await oembedBreaker.run(() => fetchOembed(oembedUrl, trackId, { signal }))
  const seen = { looked_up_at: clock.now(), gone: found === null }
  await db
    .insertInto('track_details')
    .values({ spotify_track_id: trackId, ...found, ...seen })
    .onConflict(conflict =>
      conflict.column('spotify_track_id').doUpdateSet({
        ...seen,
        ...(found && {
          title: found.title,
          artist: sql`coalesce(excluded.artist, track_details.artist)`,
          artwork: sql`coalesce(excluded.artwork, track_details.artwork)`,
        }),
      }),
    )
    .execute()
}
