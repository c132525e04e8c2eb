import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { CircuitBreaker } from '../../platform/limits/circuit-breaker.ts'
import { fetchOembed } from './fetch-oembed.ts'
import type { TrackDetails } from './track-details.ts'

/** `oembedBreaker` is shared by all requests of this process. */
export type LookUpContext = Pick<Context, 'db' | 'config' | 'clock'> & {
  oembedBreaker: CircuitBreaker
}

/**
 * Requests a track's details from the streaming service and stores them; null when the service does not
 * have the track, or requests are switched off. Throws without a response.
 */
export async function lookUpTrackNow(
  { db, config, clock, oembedBreaker }: LookUpContext,
  trackId: string,
  limits: { signal?: AbortSignal; timeoutMs?: number },
): Promise<TrackDetails | null> {
  const { oembedUrl } = config
  if (!oembedUrl) return null
  const found = await oembedBreaker.run(() => fetchOembed(oembedUrl, trackId, limits))
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
  return found
}
