import type { Context } from '../platform/context.ts'
import type { Queryable } from '../platform/database.ts'
import type { Who } from '../platform/limits/limits.ts'
import { CircuitOpenError } from '../spotify/circuit-breaker.ts'
import { type LookUpContext, lookUpTrackNow } from '../spotify/details/look-up-track.job.ts'
import type { TrackDetails } from '../spotify/details/track-details.ts'
import { readTrackLink } from '../spotify/links/read-track-link.ts'
import { trackLinkOf } from '../spotify/page-links.shared.ts'
import { unknownTrack } from './tracks.errors.ts'
import type { TrackPreview } from './tracks.schemas.ts'

type ShownDetails = Pick<TrackDetails, 'title' | 'artist' | 'artwork'> & { color?: string | null }

/** A person waits for it. */
const timeoutMs = 3_000

/** How long a track that the service does not have is not asked for again. */
const unknownForMs = 60 * 60 * 1000

/** The title is missing while the service cannot be reached. Throws `unknownTrack`, and what `readTrackLink` throws. */
export async function previewTrack(
  context: Context & LookUpContext,
  client: Who,
  pasted: string,
): Promise<TrackPreview> {
  const id = await readTrackLink(context, client, pasted)
  const stored = await findDetails(context.db, id)
  const present = (details: ShownDetails | undefined): TrackPreview => ({
    spotify_track_id: id,
    spotify_track_url: trackLinkOf(id),
    title: details?.title ?? null,
    artist: details?.artist ?? null,
    artwork: details?.artwork ?? null,
    color: details?.color ?? null,
  })
  if (stored?.gone && isRecent(stored.looked_up_at, context.clock.now())) throw unknownTrack()
  if ((stored?.title && !stored.gone) || context.config.outsideServices === 'off')
    return present(stored)
  try {
    const found = await lookUpTrackNow(context, id, AbortSignal.timeout(timeoutMs))
    if (found) return present(found)
  } catch (error) {
    if (!(error instanceof CircuitOpenError))
      context.log.info({ err: error }, 'a track could not be looked up')
    return present(stored)
  }
  throw unknownTrack()
}

const isRecent = (lookedUpAt: Date | null, now: Date) =>
  lookedUpAt !== null && now.getTime() < lookedUpAt.getTime() + unknownForMs

const findDetails = (db: Queryable, id: string) =>
  db
    .selectFrom('track_details')
    .select(['title', 'artist', 'artwork', 'color', 'looked_up_at', 'gone'])
    .where('spotify_track_id', '=', id)
    .executeTakeFirst()
