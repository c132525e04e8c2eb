import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { useSite } from '../../site/site.tsx'
import { TrackLink } from '../../spotify/screens/track-link.tsx'
import { queryOrNull } from '../../ui/data/api.ts'
import { TextLink } from '../../ui/routing/link.tsx'
import type { AddedTrack } from '../feed.schemas.ts'

/** Null for a visitor. */
export const addedTracksQuery = queryOrNull('GET /api/feed/added-tracks', {}, 'not_signed_in')

const maxTracks = 3
const maxNames = 3

/** Who added songs from the member's list this week: a line for each song, nothing without any. */
export function AddedTracks() {
  const { brand } = useSite()
  const { data } = useQuery(addedTracksQuery)
  if (!data?.length) return null
  const byTrack = Object.values(Object.groupBy(data, row => row.spotify_track_id))
  return (
    <article aria-label={`Tracks from your ${brand}`} className="pb-10">
      <ul className="grid gap-1">
        {byTrack.slice(0, maxTracks).map(
          (rows = []) =>
            rows[0] && (
              <li key={rows[0].spotify_track_id}>
                <Names usernames={rows.map(({ username }) => username)} /> added{' '}
                <bdi translate="no">
                  <TrackLink track={rows[0]} inText />
                </bdi>{' '}
                from your {brand}.
              </li>
            ),
        )}
      </ul>
    </article>
  )
}

/** "@ana", "@ana and @ben", "@ana, @ben, @cleo and others". */
function Names({ usernames }: { usernames: AddedTrack['username'][] }) {
  const shown = usernames.slice(0, maxNames)
  const hasMore = usernames.length > maxNames
  return (
    <>
      {shown.map((username, index) => (
        <Fragment key={username}>
          {index > 0 && (index === shown.length - 1 && !hasMore ? ' and ' : ', ')}
          <TextLink href={paths.profile(username)}>{`@${username}`}</TextLink>
        </Fragment>
      ))}
      {hasMore && ' and others'}
    </>
  )
}
