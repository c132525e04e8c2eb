import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { TrackDetails } from './track-details.ts'
import type { TrackSources } from './track-sources.ts'

export type LookUpContext = Pick<Context, 'db' | 'config' | 'clock'> & {
  trackSources: TrackSources
}

/** Null when the service does not have the track, or outside services are switched off. Throws without a response. */
export async function lookUpTrackNow(
  { db, config, clock, trackSources }: LookUpContext,
  trackId: string,
  signal: AbortSignal,
): Promise<TrackDetails | null> {
  if (config.outsideServices === 'off') return null
  const found = await trackSources.fetch(trackId, signal)
  const seen = { looked_up_at: clock.now(), gone: found === null }
  await db
    .insertInto('track_details')
    .values({ spotify_track_id: trackId, ...found, ...seen })
    .onConflict(conflict =>
      conflict.column('spotify_track_id').doUpdateSet({
        ...seen,
        // What is known stays where a source says less.
        ...Object.fromEntries(
          Object.keys(found ?? {}).map(name => [
            name,
            sql`coalesce(${sql.ref(`excluded.${name}`)}, ${sql.ref(`track_details.${name}`)})`,
          ]),
        ),
      }),
    )
    .execute()
  return found
}
