import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { TrackArtist } from '../../tracks/screens/track-artist.tsx'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import { queryOrNull } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { pluralize } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { Loading, Skeleton } from '../../ui/loading.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/router.tsx'
import { ShareTags } from '../../ui/share-tags.tsx'
import { useSite } from '../../ui/site.tsx'
import type { TrackPage, TrackSummary } from '../discovery.schemas.ts'
import { listPositionPattern } from '../discovery.shared.ts'
import { TrackHeader } from './track-header.tsx'
import { listsQuery, TrackLists } from './track-lists.tsx'

type Params = { spotifyTrackId: string }

const trackQuery = (spotifyTrackId: string) =>
  queryOrNull('GET /api/tracks/:spotifyTrackId', { params: { spotifyTrackId } }, 'not_found')

export const queries = ({ spotifyTrackId }: Params, search: URLSearchParams) => [
  trackQuery(spotifyTrackId),
  listsQuery(spotifyTrackId, positionIn(search)),
]

export function Screen({ params: { spotifyTrackId } }: { params: Params }) {
  const { brand } = useSite()
  const after = positionIn(useAddress().searchParams)
  const query = useQuery(trackQuery(spotifyTrackId))
  const track = query.data

  if (query.isPending) return <LoadingTrack />
  if (query.isError)
    return (
      <Page title="Track">
        <h1 className="sr-only">Track</h1>
        <ErrorState title="Unable to load this track" query={query} />
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
  return (
    <Page title="Track">
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

function RelatedTracks({ tracks }: { tracks: TrackSummary[] }) {
  return (
    <section aria-labelledby="related" className="grid gap-4">
      <h2 id="related" className="font-display text-heading font-bold">
        People with this also keep
      </h2>
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
