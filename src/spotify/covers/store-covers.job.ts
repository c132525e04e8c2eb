import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database.ts'
import type { OutsideServices } from '../../platform/http/fetch-public.ts'
import { defineJob, everyMinute } from '../../platform/queue.ts'
import { coverColor, fetchCover } from './fetch-cover.ts'

const batchSize = 50
const timeLimitMs = 5_000
/** After so many failures of one host in a row the rest of its covers waits; those of other hosts do not. */
const maxFailures = 3

export const storeCovers = defineJob({
  // Databases from before the first release have a queue `store-covers` with another policy, which cannot change.
  name: 'store-track-covers',
  ...everyMinute,
  options: { ...everyMinute.options, expireInSeconds: 5 * 60 },
  run,
})

type JobContext = Pick<Context, 'db' | 'config' | 'clock' | 'log'>

async function run(context: JobContext, _: object, stop: AbortSignal) {
  if (context.config.outsideServices !== 'off')
    await fetchCovers(context, context.config.outsideServices, stop)
  while (!stop.aborted && (await addColors(context.db)) === batchSize);
}

async function fetchCovers(
  { db, clock, log }: JobContext,
  services: OutsideServices,
  stop: AbortSignal,
) {
  const failures = new Map<string, number>()
  for (const { spotify_track_id, artwork } of await takeDue(db, clock.now())) {
    const host = URL.parse(artwork)?.host ?? ''
    const failed = failures.get(host) ?? 0
    if (failed === maxFailures) continue
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeLimitMs)])
    let cover: Buffer | null
    try {
      cover = await fetchCover(services, artwork, signal)
    } catch (error) {
      log.info({ err: error }, 'a cover could not be fetched')
      if (stop.aborted) return
      failures.set(host, failed + 1)
      continue
    }
    failures.delete(host)
    await db
      .updateTable('track_details')
      .set({ cover, cover_artwork: artwork, color: null })
      .where('spotify_track_id', '=', spotify_track_id)
      .where('artwork', '=', artwork)
      .execute()
  }
}

/** Takes covers that were never tried first, then those with the oldest attempt, so that failures stop no others. */
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

/** Returns how many covers it read. After an upgrade, and after an import, it has all of them to read. */
async function addColors(db: Database): Promise<number> {
  const covers = await db
    .selectFrom('track_details')
    .select(['spotify_track_id', 'cover_artwork'])
    .select(({ ref }) => ref('cover').$notNull().as('cover'))
    .where('color', 'is', null)
    .where('cover', 'is not', null)
    .limit(batchSize)
    .execute()
  for (const { spotify_track_id, cover_artwork, cover } of covers)
    await db
      .updateTable('track_details')
      .set({ color: await coverColor(cover) })
      .where('spotify_track_id', '=', spotify_track_id)
      .where('cover_artwork', 'is not distinct from', cover_artwork)
      .execute()
  return covers.length
}
