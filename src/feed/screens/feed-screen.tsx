import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import {
  CloseInFeed,
  SuggestedMembers,
  suggestedMembersQuery,
} from '../../discovery/screens/suggested-members.tsx'
import type { CurrentUser } from '../../members/members.schemas.ts'
import { UnconfirmedEmail } from '../../members/screens/email/unconfirmed-email.tsx'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { EmptyState } from '../../site/empty-state.tsx'
import { Page, PageHeading } from '../../site/page.tsx'
import { useSite } from '../../site/site.tsx'
import { FromSpotify } from '../../spotify/screens/from-spotify.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/data/error-state.tsx'
import { KeepFocus } from '../../ui/data/keep-focus.tsx'
import { Loading, skeletons } from '../../ui/data/loading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { pluralize } from '../../ui/text/format.ts'
import { feedPageSize } from '../feed.shared.ts'
import { AddedTracks, addedTracksQuery } from './added-tracks.tsx'
import { DropFeed } from './drop-feed.tsx'
import { firstPage, useFeed } from './use-feed.ts'
import { hasRecord, WeekRecord, weekQuery } from './week-record.tsx'

export const queries = () => [firstPage, weekQuery, addedTracksQuery, suggestedMembersQuery]

export function Screen() {
  const user = useCurrentUser()
  return (
    <Page title="Drop Feed" width="list">
      <PageHeading title="Drop Feed" />
      <KeepFocus>{user ? <Feed key={user.username} user={user} /> : <SignedOut />}</KeepFocus>
      {user && <FromSpotify />}
    </Page>
  )
}

function Feed({ user }: { user: CurrentUser }) {
  const { brand } = useSite()
  const feed = useFeed()
  const week = useQuery(weekQuery).data
  const record = week && hasRecord(week) ? <WeekRecord week={week} /> : null
  if (feed.drops === undefined)
    return feed.query.isPending ? (
      <Loading label="Loading feed" className="grid gap-10">
        {skeletons(2, 'h-96 rounded-card!')}
      </Loading>
    ) : (
      <ErrorState
        title="Unable to load feed"
        query={feed.query}
        action={
          <Button href={paths.home} variant="quiet">
            Go to Home
          </Button>
        }
      />
    )
  return (
    <div>
      <NewDropsButton count={feed.newDrops} onShow={feed.showNew} />
      {feed.drops.length > 0 ? (
        <DropFeed
          query={feed.query}
          drops={feed.drops}
          beforeFirstDay={week?.isOver && record}
          afterFirst={
            !user.email_confirmed && (
              <article aria-label="Your email">
                <UnconfirmedEmail user={user} isCompact />
              </article>
            )
          }
          afterFirstDay={
            <>
              {!week?.isOver && record}
              <AddedTracks />
            </>
          }
          afterThird={<CloseInFeed />}
        />
      ) : (
        <div className="grid grid-cols-1 gap-8">
          <EmptyState
            isCompact
            title="Your feed is empty"
            action={
              <Button href={paths.charts} variant="secondary" size="sm">
                Discover {brand}s to Follow
              </Button>
            }
          />
          <AddedTracks />
          <SuggestedMembers />
        </div>
      )}
    </div>
  )
}

function SignedOut() {
  return (
    <EmptyState
      title="Sign in to see your feed"
      action={<Button href={paths.login}>Sign In</Button>}
    >
      New drops of the people you follow gather here.
    </EmptyState>
  )
}

type NewDropsButtonProps = { count: number; onShow: () => void }

function NewDropsButton({ count, onShow }: NewDropsButtonProps) {
  const label = count < feedPageSize ? pluralize(count, 'new drop') : `${feedPageSize}+ new drops`
  return (
    <div role="status" className="pointer-events-none sticky top-12 z-20 h-0">
      {count > 0 && (
        <button
          type="button"
          onClick={() => {
            onShow()
            window.scrollTo(0, 0)
            requestAnimationFrame(() =>
              document.querySelector<HTMLElement>('[role=feed] article[aria-posinset]')?.focus(),
            )
          }}
          className="pointer-events-auto mx-auto flex h-11 -translate-y-9 animate-slide-up items-center gap-2 rounded-full bg-ink px-5 font-bold text-canvas shadow-float hover:bg-ink-hover"
        >
          <Icon icon={ArrowUp} size={18} />
          {label}
        </button>
      )}
    </div>
  )
}
