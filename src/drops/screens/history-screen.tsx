import { useEffect, useRef } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { MemberNotFound } from '../../members/screens/member-not-found.tsx'
import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useAddress } from '../../ui/router.tsx'
import { ShareTags } from '../../ui/share-tags.tsx'
import { useSite } from '../../ui/site.tsx'
import { minPosterDrops } from '../drops.shared.ts'
import { takeDropSuccessful } from './drop-flags.ts'
import { HistoryCard } from './history-card.tsx'
import { PosterButton } from './poster-button.tsx'
import { RankHistory, rankHistoryQuery } from './rank-history/rank-history.tsx'
import { groupByDate, TimelineDay, TimelineSkeleton } from './timeline.tsx'
import { historyQuery, useHistory } from './use-history.ts'

type Params = { username: string }

export const queries = ({ username }: Params, search: URLSearchParams) => [
  historyQuery(username),
  rankHistoryQuery(username, search),
]

export function Screen({ params: { username } }: { params: Params }) {
  const { brand } = useSite()
  const isOwner = useIsCurrentUser(username)
  const search = useAddress().searchParams
  const { drops, query } = useHistory(username)
  const { refetch } = query
  useEffect(() => {
    if (isOwner && takeDropSuccessful()) void refetch()
  }, [isOwner, refetch])

  if (drops === null) return <MemberNotFound username={username} />
  const title = isOwner ? 'Your Drops' : `Drop history: @${username}`
  return (
    <Page width="list">
      <ShareTags
        title={`${title} - ${brand}`}
        description={`Every drop of @${username}, newest first`}
        path={paths.drops(username)}
        type="profile"
      />
      <PageHeading
        title={title}
        back={<BackLink href={isOwner ? paths.home : paths.profile(username)} />}
        actions={
          isOwner && drops && drops.length >= minPosterDrops && <PosterButton username={username} />
        }
      />
      <History {...{ drops, query, username, isOwner }} />
      {drops && drops.length > 1 && <RankHistory username={username} search={search} />}
    </Page>
  )
}

type HistoryProps = ReturnType<typeof useHistory> & { username: string; isOwner: boolean }

function History({ drops, query, username, isOwner }: HistoryProps) {
  const { brand } = useSite()
  const timeline = useRef<HTMLDivElement>(null)
  if (drops && drops.length > 0) {
    return (
      <div ref={timeline}>
        {groupByDate(drops, drop => drop.created_at).map(({ date, entries }) => (
          <TimelineDay key={date} label={<h2>{date}</h2>}>
            <ul className="grid grid-cols-1 gap-3">
              {entries.map(drop => (
                <li key={drop.id}>
                  <HistoryCard username={username} drop={drop} />
                </li>
              ))}
            </ul>
          </TimelineDay>
        ))}
        {query.hasNextPage && (
          <LoadMore
            query={query}
            loadingText="Loading more drops..."
            errorTitle="Unable to load more drops"
            className="sm:pl-40"
            onLoaded={() =>
              timeline.current?.querySelectorAll<HTMLElement>('li a')[drops.length]?.focus()
            }
          />
        )}
      </div>
    )
  }
  if (drops)
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
  if (query.isError)
    return (
      <ErrorState
        title={`Failed to load ${isOwner ? 'your' : `@${username}'s`} drop history. Please try again.`}
        query={query}
      />
    )
  return <TimelineSkeleton label="Loading the drops" card="h-36 sm:h-34" />
}
