import { useQueries } from '@tanstack/react-query'
import { PlayButton } from '../../player/screens/play-button.tsx'
import { trackLinkOf } from '../../spotify/page-links.shared.ts'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { failureCode, query } from '../../ui/data/api.ts'
import { sharedSevenPath } from './shared-seven.ts'

/** The list of whoever shared the URL: its covers, and what they are. */
export function SharedSevenList({ trackIds }: { trackIds: string[] }) {
  const results = useQueries({
    queries: trackIds.map(id =>
      query('GET /api/track-preview', { query: { link: trackLinkOf(id) } }),
    ),
  })
  const tracks = trackIds.flatMap((id, index) => {
    const { data, error, isPending } = results[index] ?? {}
    if (failureCode(error) === 'unknown_track') return []
    const title = isPending ? '…' : null
    return data ?? { spotify_track_id: id, title, artist: null, artwork: null, color: null }
  })
  if (tracks.length === 0) return null
  const name = 'A friend’s seven'
  return (
    <section
      aria-labelledby="shared-seven"
      className="grid grid-cols-1 items-center gap-3 pb-3 sm:grid-cols-[16rem_minmax(0,1fr)] sm:gap-x-5"
    >
      <div className="col-span-full flex items-center justify-between gap-3">
        <h2 id="shared-seven" className="text-heading font-bold">
          {name}
        </h2>
        <PlayButton playlist={{ name, href: sharedSevenPath(trackIds), tracks }} />
      </div>
      <SevenCovers tracks={tracks} layout="strip" className="max-sm:max-w-64" />
      <ol className="grid gap-0.5 text-sm text-muted">
        {tracks.map((track, index) => (
          <li key={track.spotify_track_id} className="grid grid-cols-[1.25rem_minmax(0,1fr)]">
            <span className="font-bold">{index + 1}</span>
            <span className="truncate">
              <bdi translate="no" className="font-semibold text-ink">
                {trackTitle(track)}
              </bdi>
              {track.artist && (
                <>
                  {' – '}
                  <bdi translate="no">{track.artist}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
