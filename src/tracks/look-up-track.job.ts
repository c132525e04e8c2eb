import { sql } from 'kysely'
import type { CircuitBreaker } from '../platform/circuit-breaker.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'
import { askOembed } from './oembed.ts'

/** `oembedBreaker` is shared by all look-ups of this process. */
export type LookUpContext = Pick<Context, 'db' | 'queue' | 'config' | 'clock'> & {
  oembedBreaker: CircuitBreaker
}

/** Looks title and artwork up. Throws, to be tried again, when the service did not answer. */
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

/** Orders look-ups of tracks that stand on a list or in a drop and were last looked up a week ago or never. */
export const refreshTracks = defineJob({
  name: 'refresh-tracks',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '23 * * * *',
  run: (context: LookUpContext) => orderRefreshes(context),
})

const weekMs = 7 * 24 * 60 * 60 * 1000
/** How many look-ups one refresh orders, so that it asks the service little by little. */
const batch = 500

/** Has title and artwork of a track looked up once the transaction commits, if nobody asked before. */
export async function orderLookUp(
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
  const found = await oembedBreaker.run(() => askOembed(oembedUrl, trackId, { signal }))
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

async function orderRefreshes({ db, queue, config, clock }: LookUpContext) {
  if (!config.oembedUrl) return
  const due = new Date(clock.now().getTime() - weekMs)
  await db.transaction().execute(async trx => {
    const tracks = await trx
      .selectFrom('track_details as known')
      .select('spotify_track_id')
      .where(where =>
        where.or([where('looked_up_at', 'is', null), where('looked_up_at', '<=', due)]),
      )
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('tracks').whereRef('tracks.spotify_track_id', '=', 'known.spotify_track_id'),
          ),
          exists(
            selectFrom('drop_tracks').whereRef(
              'drop_tracks.spotify_track_id',
              '=',
              'known.spotify_track_id',
            ),
          ),
        ]),
      )
      .orderBy('looked_up_at', order => order.asc().nullsFirst())
      .limit(batch)
      .execute()
    // Behind the tracks that somebody has just added.
    for (const { spotify_track_id } of tracks) {
      await queue.send(lookUpTrack, { trackId: spotify_track_id }, trx, { priority: -1 })
    }
  })
}
