import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { defineJob, JobPostponed } from '../../platform/queue.ts'
import { CircuitOpenError } from '../circuit-breaker.ts'
import type { TrackDetails } from './track-details.ts'
import type { TrackSources } from './track-sources.ts'

export type LookUpContext = Pick<Context, 'db' | 'config' | 'clock'> & {
  trackSources: Pick<TrackSources, 'fetch'>
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
  },
  concurrency: 2,
  async run(
    context: LookUpContext & Pick<Context, 'log'>,
    { trackId }: { trackId: string },
    signal,
  ) {
    const fetch: TrackSources['fetch'] = (...asked) =>
      context.trackSources.fetch(...asked).catch(error => {
        // A service of others that does not respond is no fault of this installation.
        if (!(error instanceof CircuitOpenError))
          context.log.info({ err: error }, 'a track could not be looked up')
        throw new JobPostponed('The track could not be looked up.', { cause: error })
      })
    await lookUpTrackNow({ ...context, trackSources: { fetch } }, trackId, signal)
  },
})

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

/** Look-ups that one call enqueues; refresh-tracks.job.ts enqueues the others within hours. */
const lookUpsAtOnce = 100

/**
 * Enqueues look-ups of those tracks that were never on a list before, the most important first. With `priority` -1
 * they are looked up after those of the usual 0.
 */
export async function requestLookUps(
  { queue, config }: Pick<Context, 'queue' | 'config'>,
  trx: Transaction,
  trackIds: string[],
  options: { priority?: -1 } = {},
) {
  if (trackIds.length === 0) return
  // The order of ids keeps two transactions from waiting for each other.
  const { rows } = await sql<{ id: string }>`
    insert into track_details (spotify_track_id)
    select distinct id from unnest(${trackIds}::text[]) id order by id
    on conflict do nothing returning spotify_track_id as id`.execute(trx)
  if (config.outsideServices === 'off') return
  const added = new Set(rows.map(({ id }) => id))
  const wanted = [...new Set(trackIds)].filter(id => added.has(id)).slice(0, lookUpsAtOnce)
  for (const trackId of wanted) await queue.send(lookUpTrack, { trackId }, trx, options)
}
