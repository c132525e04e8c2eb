import { LRUCache } from 'lru-cache'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import type { TrackSources } from '../spotify/details/track-sources.ts'
import type { FoundTrack as FoundByService } from '../spotify/web-api.ts'
import { searchUnavailable } from './tracks.errors.ts'
import type { FoundTrack } from './tracks.schemas.ts'

const maxFound = 6
/** A person waits for it. */
const timeoutMs = 3_000

type SearchContext = Pick<Context, 'db' | 'clock' | 'log'> & { trackSources: TrackSources }

/** Searches for the first tracks that match words. Answers are kept for some minutes: the operator's keys allow few requests. */
export function createTrackSearch({ db, clock, log, trackSources: { webApi } }: SearchContext) {
  const answers = new LRUCache<string, Promise<FoundByService[]>>({
    max: 2_000,
    ttl: 5 * 60_000,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })

  function ask(words: string): Promise<FoundByService[]> {
    if (!webApi) throw searchUnavailable()
    const key = words.toLowerCase().replaceAll(/\s+/g, ' ')
    const known = answers.get(key)
    if (known) return known
    const asked = webApi.search(words, maxFound, AbortSignal.timeout(timeoutMs)).catch(error => {
      answers.delete(key)
      log.info({ err: error }, 'tracks could not be searched')
      throw searchUnavailable()
    })
    answers.set(key, asked)
    return asked
  }

  /** Throws `searchUnavailable` without keys or without a response. */
  return async (words: string): Promise<FoundTrack[]> => {
    const found = await ask(words)
    const colors = await findColors(
      db,
      found.map(track => track.spotify_track_id),
    )
    return found.map(track => ({ ...track, color: colors.get(track.spotify_track_id) ?? null }))
  }
}

async function findColors(db: Database, trackIds: string[]): Promise<Map<string, string | null>> {
  if (trackIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('track_details')
    .select(['spotify_track_id', 'color'])
    .where('spotify_track_id', 'in', trackIds)
    .execute()
  return new Map(rows.map(row => [row.spotify_track_id, row.color]))
}
