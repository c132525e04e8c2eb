import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database.ts'
import { defineJob, everyMinute } from '../../platform/queue.ts'
import { fetchCover } from './fetch-cover.ts'

const batchSize = 50
const timeLimitMs = 5_000
/** In a row, of one host: the rest of its covers waits, and those of other hosts do not. */
const maxFailures = 3

export const storeCovers = defineJob({
  // The queue `store-covers` of an earlier release runs several at a time, and its policy cannot change.
  name: 'store-track-covers',
  ...everyMinute,
  options: { ...everyMinute.options, expireInSeconds: 5 * 60 },
  run,
})

async function run(
  { db, config, clock, log }: Pick<Context, 'db' | 'config' | 'clock' | 'log'>,
  _: object,
  stop: AbortSignal,
) {
  if (config.outsideServices === 'off') return
  const failures = new Map<string, number>()
  for (const { spotify_track_id, artwork } of await takeDue(db, clock.now())) {
    const host = URL.parse(artwork)?.host ?? ''
    const failed = failures.get(host) ?? 0
    if (failed === maxFailures) continue
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeLimitMs)])
    let cover: Buffer | null
    try {
      cover = await fetchCover(config.outsideServices, artwork, signal)
    } catch (error) {
      log.info({ err: error }, 'a cover could not be fetched')
      if (stop.aborted) return
      failures.set(host, failed + 1)
      continue
    }
    failures.delete(host)
    await db
      .updateTable('track_details')
      .set({ cover, cover_artwork: artwork })
      .where('spotify_track_id', '=', spotify_track_id)
      .where('artwork', '=', artwork)
      .execute()
  }
}

/** Those that were never tried first, then those whose last attempt is the oldest, so that failures stop no others. */
function takeDue(db: Database, now: Date) {
  return db
    .updateTable('track_details')
    .set({ cover_tried_at: now })
    .where('spotify_track_id', 'in', due =>
      due
        .selectFrom('track_details')
        .select('spotify_track_id')
        .where('artwork', 'is distinct from', ({ ref }) => ref('cover_artwork'))
        .where('artwork', 'is not', null)
        .orderBy('cover_tried_at', order => order.asc().nullsFirst())
        .limit(batchSize),
    )
    .returning('spotify_track_id')
    .returning(({ ref }) => ref('artwork').$notNull().as('artwork'))
    .execute()
}
