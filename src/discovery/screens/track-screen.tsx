import { useQuery } from '@tanstack/react-query'
import { listPositionPattern, paths } from '../../contract/paths.shared.ts'
import { CoverColors } from '../../site/cover-colors.tsx'
import { FailedPage } from '../../site/failed-page.tsx'
import { MessagePage } from '../../site/message-page.tsx'
import { Page } from '../../site/page.tsx'
import { ShareTags } from '../../site/share-tags.tsx'
import { useSite } from '../../site/site.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { trackColor } from '../../tracks/generated-cover.shared.ts'
import { haveIt } from '../../tracks/tracks.shared.ts'
import { Button } from '../../ui/button.tsx'
import { queryOrNull } from '../../ui/data/api.ts'
import { useUrl } from '../../ui/routing/router.tsx'
import { pluralize } from '../../ui/text/format.ts'
import type { TrackPage } from '../discovery.schemas.ts'
import { TrackHeader } from './track-header.tsx'
import { listsQuery, TrackLists } from './track-lists.tsx'

type Params = { spotifyTrackId: string }

const trackQuery = (spotifyTrackId: string) =>
  queryOrNull('GET /api/tracks/:spotifyTrackId', { params: { spotifyTrackId } }, 'not_found')

export const queries = ({ spotifyTrackId }: Params, search: URLSearchParams) => [
  trackQuery(spotifyTrackId),
  listsQuery(spotifyTrackId, positionIn(search)),
]

export function Screen({ params }: { params: Params }) {
  const query = useQuery(trackQuery(params.spotifyTrackId))
  if (query.data) return <Track track={query.data} />
  if (query.data === null) return <Missing />
  return <FailedPage title="Track" errorTitle="Unable to load this track" query={query} />
}

function Track({ track }: { track: TrackPage }) {
  const { brand } = useSite()
  const after = positionIn(useUrl().searchParams)
  const color = trackColor(track)
  return (
    <Page className="lg:gap-12!">
      <ShareTags
        title={`${titleWithArtist(track)} - ${brand}`}
        description={describe(track)}
        path={paths.track(track.spotify_track_id)}
        card={track.card}
      />
      {color && <CoverColors color={color} />}
      <TrackHeader track={track} />
      <TrackLists track={track} after={after} />
    </Page>
  )
}

function positionIn(search: URLSearchParams): string | undefined {
  const after = search.get('after') ?? ''
  return listPositionPattern.test(after) ? after : undefined
}

const titleWithArtist = (track: TrackPage) =>
  track.artist ? `${trackTitle(track)} by ${track.artist}` : trackTitle(track)

function describe({ lists, drops, firstDrop }: TrackPage) {
  const first = firstDrop ? ` First dropped by @${firstDrop.username}.` : ''
  return `${haveIt(lists)} now, in ${pluralize(drops, 'drop')} so far.${first}`
}

function Missing() {
  const { brand } = useSite()
  return (
    <>
      <title>{`Track Not Found - ${brand}`}</title>
      <MessagePage
        title="Track Not Found"
        action={<Button href={`${paths.charts}#trending-tracks`}>Trending Tracks</Button>}
      >
        Nobody has had this track on their {brand} yet.
      </MessagePage>
    </>
  )
}
