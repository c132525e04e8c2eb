import { paths } from '../../contract/paths.shared.ts'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { TrackArtist } from '../../tracks/screens/track-artist.tsx'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import { Link } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import type { TrackSummary } from '../discovery.schemas.ts'

/** The tracks that are most often on the same lists as a track. */
export function RelatedTracks({ tracks }: { tracks: TrackSummary[] }) {
  const { brand } = useSite()
  return (
    <section aria-labelledby="related" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="related" className="font-display text-heading font-bold">
          On the same {brand}s
        </h2>
        <p className="text-muted">Tracks that everybody has count less</p>
      </div>
      <ul className="grid grid-cols-1 gap-2">
        {tracks.map(track => (
          <li key={track.spotify_track_id}>
            <Link
              href={paths.track(track.spotify_track_id)}
              className="flex items-center gap-3 rounded-card border border-line bg-surface p-2 pr-4 transition-colors hover:border-line-strong hover:bg-sunken"
            >
              <TrackArt track={track} className="size-13! shrink-0" />
              <span className="min-w-0">
                <span className="line-clamp-2 leading-snug font-bold">{trackTitle(track)}</span>
                <TrackArtist track={track} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
