import { paths } from '../contract/paths.shared.ts'
import type { CardKind } from '../share-cards/serve-cards.ts'
import { readableAddress } from '../share-cards/share-card.ts'
import { trackTitle } from '../spotify/track-title.shared.ts'
import { haveIt } from '../tracks/tracks.shared.ts'
import { pluralize } from '../ui/text/format.ts'
import type { TrackPage } from './discovery.schemas.ts'
import { findTrackPage } from './track-page.queries.ts'

export const trackCards: CardKind<Omit<TrackPage, 'card'>> = {
  route: paths.trackCard(':trackId', ':file'),
  find: (db, { trackId = '' }) => findTrackPage(db, trackId),
  path: (track, file) => paths.trackCard(track.spotify_track_id, file),
  compose(track, { brand, publicUrl }) {
    const { spotify_track_id: id, title, artist, lists, drops } = track
    const figures = `${haveIt(lists)}, in ${pluralize(drops, 'drop')}`
    return {
      brand,
      address: readableAddress(publicUrl, paths.track(id)),
      title: trackTitle(track),
      details: artist ? [artist, figures] : [figures],
      note: null,
      avatar: null,
      tracks: [{ id, title, artist }],
      chart: null,
    }
  },
}
