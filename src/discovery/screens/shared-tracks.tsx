import { useQuery } from '@tanstack/react-query'
import { TrackLink } from '../../spotify/screens/track-link.tsx'
import { queryOrNull } from '../../ui/data/api.ts'
import { pluralize } from '../../ui/text/format.ts'

export const sharedTracksQuery = (username: string) =>
  queryOrNull('GET /api/users/:username/shared-tracks', { params: { username } }, 'not_signed_in')

const named = 2

/** The tracks that the signed-in member and this one both have. */
export function SharedTracks({ username }: { username: string }) {
  const { data } = useQuery(sharedTracksQuery(username))
  if (!data?.length) return null
  const more = data.length - named
  return (
    <p className="text-sm text-muted">
      <strong className="text-ink">You share {pluralize(data.length, 'track')}</strong>:{' '}
      {data.slice(0, named).map((track, index) => (
        <span key={track.spotify_track_id}>
          {index > 0 && (more > 0 ? ', ' : ' and ')}
          <bdi translate="no" className="text-ink">
            <TrackLink track={track} inText />
          </bdi>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  )
}
