import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Image } from 'lucide'
import { useEffect, useRef } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { MemberNotFound } from '../../members/screens/member-not-found.tsx'
import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { ShareButton } from '../../share-cards/screens/share-button.tsx'
import { Shelf, shelfQuery } from '../../shelf/screens/shelf.tsx'
import { minPictureDrops } from '../../shelf/shelf.shared.ts'
import { CoverColors, DarkCover } from '../../site/cover-colors.tsx'
import { EmptyState } from '../../site/empty-state.tsx'
import { FailedPage } from '../../site/failed-page.tsx'
import { LoadMore } from '../../site/load-more.tsx'
import { Page, PageHeading } from '../../site/page.tsx'
import { ShareTags } from '../../site/share-tags.tsx'
import { useSite } from '../../site/site.tsx'
import { groupByDate, TimelineDay } from '../../site/timeline.tsx'
import { FromSpotify } from '../../spotify/screens/from-spotify.tsx'
import { trackColor } from '../../tracks/generated-cover.shared.ts'
import { Button } from '../../ui/button.tsx'
import { BackLink } from '../../ui/routing/back-link.tsx'
import { useUrl } from '../../ui/routing/router.tsx'
import { useFormatDate } from '../../ui/text/dates.tsx'
import type { HistoryItem } from '../drops.schemas.ts'
import { takeDropSuccessful } from './drop-flags.ts'
import { HistoryCard } from './history-card.tsx'
import { historyQuery } from './history-query.ts'
import { RankHistory, rankHistoryQuery } from './rank-history/rank-history.tsx'

type Params = { username: string }

export const queries = ({ username }: Params, search: URLSearchParams) => [
  historyQuery(username),
  rankHistoryQuery(username, search),
  shelfQuery(username),
]

export function Screen({ params: { username } }: { params: Params }) {
  const isOwner = useIsCurrentUser(username)
  const title = isOwner ? 'Your Drops' : `Drop history: @${username}`
  const query = useInfiniteQuery(historyQuery(username))
  const { data: drops } = query
  if (drops) return <AllDrops {...{ username, isOwner, title, drops, query }} />
  if (drops === null) return <MemberNotFound username={username} />
  const errorTitle = `Failed to load ${isOwner ? 'your' : `@${username}'s`} drop history. Please try again.`
  return <FailedPage title={title} errorTitle={errorTitle} query={query} />
}

type TimelineProps = {
  username: string
  isOwner: boolean
  drops: HistoryItem[]
  query: UseInfiniteQueryResult
}

function AllDrops({ title, ...timeline }: TimelineProps & { title: string }) {
  const { brand } = useSite()
  const search = useUrl().searchParams
  const { username, isOwner, drops, query } = timeline
  const first = drops[0]?.tracks[0]
  const color = first ? trackColor(first) : null
  const { refetch } = query
  useEffect(() => {
    if (isOwner && takeDropSuccessful()) void refetch()
  }, [isOwner, refetch])
  return (
    <Page>
      <ShareTags
        title={`${title} - ${brand}`}
        description={`Every drop of @${username}, newest first`}
        path={paths.drops(username)}
        type="profile"
      />
      {color && <CoverColors color={color} />}
      <PageHeading
        title={title}
        back={<BackLink href={isOwner ? paths.home : paths.profile(username)} />}
        actions={
          isOwner &&
          drops.length >= minPictureDrops && (
            <ShareButton
              label="Poster"
              icon={Image}
              title={`Every drop of @${username}`}
              path={paths.drops(username)}
              card={paths.historyPoster(username, 'current-story.jpg')}
              shelf={paths.shelf(username, 'current-story.jpg')}
              heading="All your drops on a poster"
            />
          )
        }
      />
      <Shelf username={username} />
      {drops.length > 1 && (
        <DarkCover
          color={color}
          className="max-sm:-mx-4 max-sm:px-4 max-sm:py-5 sm:rounded-card sm:p-6"
        >
          <RankHistory username={username} search={search} />
        </DarkCover>
      )}
      <Timeline {...timeline} />
      {drops.length > 0 && <FromSpotify />}
    </Page>
  )
}

function Timeline({ drops, query, username, isOwner }: TimelineProps) {
  const { brand } = useSite()
  const timeline = useRef<HTMLDivElement>(null)
  const formatDate = useFormatDate()
  if (drops.length > 0) {
    return (
      <div ref={timeline} className="max-w-3xl">
        {groupByDate(drops, drop => drop.created_at, formatDate).map(({ date, entries }) => (
          <TimelineDay key={date} label={<h2>{date}</h2>}>
            <ul>
              {entries.map(drop => (
                <li key={drop.id}>
                  <HistoryCard username={username} drop={drop} />
                </li>
              ))}
            </ul>
          </TimelineDay>
        ))}
        <LoadMore
          query={query}
          onLoaded={() =>
            timeline.current?.querySelectorAll<HTMLElement>('li a')[drops.length]?.focus()
          }
        />
      </div>
    )
  }
  return isOwner ? (
    <EmptyState
      title="You haven't made any drops yet."
      action={<Button href={paths.home}>Go to your {brand}</Button>}
    />
  ) : (
    <EmptyState
      title={`@${username} hasn't made any drops yet.`}
      action={
        <Button href={paths.profile(username)} variant="secondary">
          See their {brand}
        </Button>
      }
    />
  )
}
