import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { AddToList } from '../../tracks/screens/add-to-list/add-to-list.tsx'
import type { Playlist } from '../../tracks/screens/player/now-playing.ts'
import { PlayButton } from '../../tracks/screens/player/play-button.tsx'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { TrackCaption, TrackRow } from '../../tracks/screens/track-row.tsx'
import { query } from '../../ui/api.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import { useSite } from '../../ui/site.tsx'
import type { NumberOne } from '../feed.schemas.ts'

const title = 'Number ones of the week'
const weekQuery = query('GET /api/feed/week', {})

export const queries = () => [weekQuery]

/** What everybody one follows has put first since a Friday, to play one after the other. */
export function Screen() {
  const { brand } = useSite()
  const week = useQuery(weekQuery)
  const numberOnes = week.data?.numberOnes
  const since = week.data && formatDate(week.data.since)
  const playlist = playlistOf(numberOnes ?? [])
  return (
    <Page title={title} width="list">
      <PageHeading
        back={<BackLink href={paths.feed}>Drop Feed</BackLink>}
        title={title}
        subtitle={
          since && `The first track of everybody you follow who has dropped since Friday, ${since}`
        }
        actions={
          playlist.tracks.length > 0 && (
            <div className="flex items-center gap-2.5">
              <PlayButton playlist={playlist} withLabel />
            </div>
          )
        }
      />
      <QueryList
        query={week}
        rows={numberOnes}
        isFailed={week.isError && !week.data}
        errorTitle="Unable to load the number ones of the week"
        empty={
          <EmptyState
            title="Nobody you follow has dropped this week"
            action={<Button href={paths.charts}>Discover {brand}s to Follow</Button>}
          >
            On Friday there may be more to hear.
          </EmptyState>
        }
        as="ol"
        className="@container grid grid-cols-1 gap-2"
      >
        {numberOne => (
          <NumberOneRow key={numberOne.username} numberOne={numberOne} playlist={playlist} />
        )}
      </QueryList>
    </Page>
  )
}

/** A track that several members have first plays once. */
const playlistOf = (numberOnes: NumberOne[]): Playlist => ({
  name: title,
  href: paths.week,
  tracks: [...new Map(numberOnes.map(({ track }) => [track.spotify_track_id, track])).values()],
})

type NumberOneRowProps = { numberOne: NumberOne; playlist: Playlist }

function NumberOneRow({ numberOne, playlist }: NumberOneRowProps) {
  const { username, drop_number, track } = numberOne
  const index = playlist.tracks.findIndex(
    ({ spotify_track_id }) => spotify_track_id === track.spotify_track_id,
  )
  return (
    <TrackRow
      as="li"
      track={track}
      className="grid grid-cols-[--spacing(14)_minmax(0,1fr)_auto_auto] items-center gap-x-2 rounded-card border border-line bg-surface p-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto_auto] sm:gap-x-4"
    >
      <TrackArt track={track} isUrgent={index < 5} />
      <div className="min-w-0">
        <TrackCaption track={track} className="line-clamp-2 leading-snug sm:text-lg" />
        <Link
          href={paths.drop(username, drop_number)}
          className="mt-1 flex flex-wrap gap-x-1.5 text-sm hover:underline"
        >
          <span className="max-w-full truncate font-semibold @max-3xs:whitespace-normal">
            @{username}
          </span>{' '}
          <span className="whitespace-nowrap text-muted">Drop #{drop_number}</span>
        </Link>
      </div>
      <AddToList track={track} owner={username} />
      <PlayButton playlist={playlist} index={index} />
    </TrackRow>
  )
}
