import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { EmptyState } from '../../site/empty-state.tsx'
import { NumberOneDisc } from '../../tracks/screens/number-one.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { queryOrNull } from '../../ui/data/api.ts'
import { QueryList } from '../../ui/data/query-list.tsx'
import { Link } from '../../ui/routing/link.tsx'
import { pluralize } from '../../ui/text/format.ts'
import type { ListWithTrack, TrackPage } from '../discovery.schemas.ts'

export const listsQuery = (spotifyTrackId: string, after: string | undefined) =>
  queryOrNull(
    'GET /api/tracks/:spotifyTrackId/lists',
    { params: { spotifyTrackId }, query: after === undefined ? {} : { after } },
    'not_found',
  )

/** The lists with the track, ten at a time; the URL names where they begin. */
export function TrackLists({ track, after }: { track: TrackPage; after: string | undefined }) {
  const query = useQuery({
    ...listsQuery(track.spotify_track_id, after),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  return (
    <section aria-labelledby="lists" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="lists" className="scroll-mt-4 text-heading font-bold">
          Who has it now
        </h2>
        {track.lists > 1 && <p className="text-muted">The most followed first</p>}
      </div>
      <QueryList
        query={query}
        rows={data?.lists}
        isFailed={query.isError && !data}
        errorTitle="Unable to load who has this track"
        empty={
          <EmptyState title="Nobody has it right now">
            Put it on yours and be the first again.
          </EmptyState>
        }
        className="grid grid-cols-1 gap-x-10 border-b border-line lg:grid-cols-2"
      >
        {list => (
          <li key={list.username}>
            <ListRow list={list} />
          </li>
        )}
      </QueryList>
      <Pages track={track} after={after} next={data?.next ?? null} />
    </section>
  )
}

function ListRow({ list }: { list: ListWithTrack }) {
  const { username, avatar, rank, via, followerCount } = list
  return (
    <Link
      href={paths.profile(username)}
      className="flex min-h-17 items-center gap-3 border-t border-line py-2 hover:bg-sunken"
    >
      <Avatar name={username} src={avatar} />
      <span className="min-w-0 grow">
        <span
          translate="no"
          className="block leading-snug font-bold wrap-anywhere"
        >{`@${username}`}</span>
        <span className="block text-sm text-muted">
          {pluralize(followerCount, 'follower')}
          {via && ` · via @${via}`}
        </span>
      </span>
      {rank === 1 ? (
        <NumberOneDisc />
      ) : (
        <span className="shrink-0 font-display font-bold whitespace-nowrap text-muted">
          Number {rank}
        </span>
      )}
    </Link>
  )
}

type PagesProps = { track: TrackPage; after: string | undefined; next: string | null }

/** Links, so that they work before the page's script has loaded, and without it. */
function Pages({ track, after, next }: PagesProps) {
  const first = paths.track(track.spotify_track_id)
  if (!after && !next) return null
  return (
    <nav aria-label="Pages of members" className="flex flex-wrap gap-2">
      {after && (
        <Button href={`${first}#lists`} variant="quiet">
          Back to the most followed
        </Button>
      )}
      {next && (
        <Button href={`${first}?after=${next}#lists`} variant="secondary" className="max-sm:grow">
          More who have it
        </Button>
      )}
    </nav>
  )
}
