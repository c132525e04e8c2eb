import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { paths } from '../../contract/paths.shared.ts'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import { queryOrNull } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { pluralize } from '../../ui/format.ts'
import { Loading, Skeleton } from '../../ui/loading.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { Page } from '../../ui/page.tsx'
import { ShareTags } from '../../ui/share-tags.tsx'
import { useSite } from '../../ui/site.tsx'
import type { TrackPage } from '../discovery.schemas.ts'
import { listPositionPattern } from '../discovery.shared.ts'
import { RelatedTracks } from './related-tracks.tsx'
import { TrackHeader } from './track-header.tsx'
import { listsQuery, TrackLists } from './track-lists.tsx'

type Params = { spotifyTrackId: string }

/** Null when nobody has had the track. */
const trackQuery = (spotifyTrackId: string) =>
  queryOrNull('GET /api/tracks/:spotifyTrackId', { params: { spotifyTrackId } }, 'not_found')

export const queries = ({ spotifyTrackId }: Params, search: URLSearchParams) => [
  trackQuery(spotifyTrackId),
  listsQuery(spotifyTrackId, positionIn(search)),
]

/** Who has a track, who dropped it first, and what else is on the same lists. */
export function Screen({ params: { spotifyTrackId } }: { params: Params }) {
  const { brand } = useSite()
  const after = positionIn(new URLSearchParams(useSearch()))
  const {
    data: track,
    isPending,
    isError,
    isFetching,
    refetch,
  } = useQuery(trackQuery(spotifyTrackId))

  if (isPending) return <LoadingTrack />
  if (isError)
    return (
      <Page>
        <title>{`Track - ${brand}`}</title>
        <h1 className="sr-only">Track</h1>
        <ErrorState title="Unable to load this track" query={{ isFetching, refetch }} />
      </Page>
    )
  if (!track) return <NotFound />

  return (
    <Page className="lg:gap-12!">
      <ShareTags
        title={`${titleWithArtist(track)} - ${brand}`}
        description={describe(track, brand)}
        path={paths.track(spotifyTrackId)}
        card={track.card}
      />
      <TrackHeader track={track} />
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-12">
        <TrackLists track={track} after={after} />
        {track.related.length > 0 && <RelatedTracks tracks={track.related} />}
      </div>
    </Page>
  )
}

/** The place in the lists from which the address shows them. */
function positionIn(search: URLSearchParams): string | undefined {
  const after = search.get('after') ?? ''
  return listPositionPattern.test(after) ? after : undefined
}

const titleWithArtist = (track: TrackPage) =>
  track.artist ? `${trackTitle(track)} by ${track.artist}` : trackTitle(track)

function describe({ lists, drops, firstDrop }: TrackPage, brand: string) {
  const first = firstDrop ? ` First dropped by @${firstDrop.username}.` : ''
  return `On ${pluralize(lists, brand)} now, in ${pluralize(drops, 'drop')} so far.${first}`
}

function NotFound() {
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

function LoadingTrack() {
  const { brand } = useSite()
  return (
    <Page>
      <title>{`Track - ${brand}`}</title>
      <h1 className="sr-only">Track</h1>
      <Loading label="Loading the track" className="grid gap-8">
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-[16rem_minmax(0,1fr)]">
          <Skeleton className="aspect-square w-full" />
          <Skeleton className="h-32 w-full max-w-md" />
        </div>
        <Skeleton className="h-80" />
      </Loading>
    </Page>
  )
}
