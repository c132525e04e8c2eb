import type { Context } from '../platform/context.ts'
import type { TrackSources } from '../spotify/details/track-sources.ts'
import { searchUnavailable } from './tracks.errors.ts'
import type { FoundTrack } from './tracks.schemas.ts'

const maxFound = 6
/** A person waits for it. */
const timeoutMs = 3_000

/** The first tracks that match the words. Throws `searchUnavailable` without keys or without a response. */
export async function searchTracks(
  { log, trackSources }: Pick<Context, 'log'> & { trackSources: TrackSources },
  words: string,
): Promise<FoundTrack[]> {
  const { webApi } = trackSources
  if (!webApi) throw searchUnavailable()
  try {
    return await webApi.search(words, maxFound, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    log.info({ err: error }, 'tracks could not be searched')
    throw searchUnavailable()
  }
}
