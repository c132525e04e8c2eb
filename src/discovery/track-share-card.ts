import type { Context } from '../platform/context.ts'
import type { App } from '../platform/http.ts'
import { paths } from '../platform/paths.ts'
import { serveCard } from '../share-cards/serve-card.ts'
import { cardFile, type ShareCard } from '../share-cards/share-card.ts'
import { trackTitle } from '../tracks/screens/track-title.ts'
import { pluralize } from '../ui/format.ts'
import type { TrackPage } from './discovery.contract.ts'
import { findTrackPage } from './track-page.queries.ts'

type CardContent = Omit<TrackPage, 'card'>

/** The address of the picture that links to a track are shown with. */
export const trackCardAddress = (track: CardContent, brand: string) =>
  paths.trackCard(track.spotify_track_id, cardFile(trackCard(track, brand)))

/** Registered before sessions: a response that may be cached for ever must not set a cookie. */
export function trackCardFiles(app: App, { config, db }: Context) {
  app.get(paths.trackCard(':trackId', ':file'), async c => {
    const { trackId, file } = c.req.param()
    const track = await findTrackPage(db, trackId)
    return serveCard(c, db, {
      card: trackCard(track, config.brand),
      file,
      addressOf: current => paths.trackCard(track.spotify_track_id, current),
    })
  })
}

function trackCard(track: CardContent, brand: string): ShareCard {
  const { spotify_track_id: id, title, artist, lists, drops } = track
  const figures = `On ${pluralize(lists, brand)}, in ${pluralize(drops, 'drop')}`
  return {
    brand,
    title: trackTitle(track),
    details: artist ? [artist, figures] : [figures],
    avatar: null,
    tracks: [{ id, title, artist }],
  }
}
