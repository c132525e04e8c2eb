import type { Context } from '../../platform/context.ts'
import { defineJob, everyMinute } from '../../platform/queue.ts'
import { fetchCover } from './fetch-cover.ts'

const batchSize = 50
const timeLimitMs = 5_000
const maxFailures = 3

export const storeCovers = defineJob({
  // The queue `store-covers` of an earlier release runs several at a time, and its policy cannot change.
  name: 'store-track-covers',
  ...everyMinute,
  options: { ...everyMinute.options, expireInSeconds: 5 * 60 },
  run,
})

async function run(
  { db, config, log }: Pick<Context, 'db' | 'config' | 'log'>,
  _: object,
  stop: AbortSignal,
) {
  if (config.outsideServices === 'off') return
  let failures = 0
  for (const { spotify_track_id, artwork } of await findDue()) {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeLimitMs)])
    let cover: Buffer | null
    try {
      cover = await fetchCover(config.outsideServices, artwork, signal)
    } catch (error) {
      log.info({ err: error }, 'a cover could not be fetched')
      if (++failures === maxFailures || stop.aborted) return
      continue
    }
    failures = 0
    await db
      .updateTable('track_details')
      .set({ cover, cover_artwork: artwork })
      .where('spotify_track_id', '=', spotify_track_id)
      .where('artwork', '=', artwork)
      .execute()
  }

  function findDue() {
    return db
      .selectFrom('track_details')
      .select('spotify_track_id')
      .select(({ ref }) => ref('artwork').$notNull().as('artwork'))
      .where('artwork', 'is distinct from', ({ ref }) => ref('cover_artwork'))
      .where('artwork', 'is not', null)
      .orderBy('spotify_track_id')
      .limit(batchSize)
      .execute()
  }
}
