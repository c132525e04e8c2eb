import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import type { CurrentUser } from '../../members/members.schemas.ts'
import { UnconfirmedEmail } from '../../members/screens/email/unconfirmed-email.tsx'
import { HiddenNotice } from '../../members/screens/hidden-notice.tsx'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { returnedSongsHash, songsCameBack } from '../../returned-songs/returned-songs.shared.ts'
import { ReturnedSongs, returnedSongsQuery } from '../../returned-songs/screens/returned-songs.tsx'
import { LazyBoundary } from '../../site/lazy-boundary.tsx'
import { Page, PageHeading } from '../../site/page.tsx'
import { useSite } from '../../site/site.tsx'
import { ListEditor } from '../../tracks/screens/editor/list-editor.tsx'
import { useListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import { tracksQuery, useReadList } from '../../tracks/screens/own-list.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/data/error-state.tsx'
import { KeepFocus } from '../../ui/data/keep-focus.tsx'
import { lazyComponent } from '../../ui/routing/lazy.ts'
import type { Link } from '../../ui/routing/link.tsx'
import { pluralize } from '../../ui/text/format.ts'
import type { DropListItem } from '../drops.schemas.ts'
import { DropBar, DropButton, NextDrop } from './drop-button.tsx'
import { DropDialog } from './drop-dialog.tsx'
import { showDropButton } from './drop-flags.ts'
import { DropIsOut } from './drop-is-out.tsx'
import { reloadHistoryAfterDrop } from './reload-history.ts'
import { ReminderSwitch, reminderQuery } from './reminder-switch.tsx'
import { TestDropDialog } from './test-drop-dialog.tsx'
import { hasChangesQuery, useDropState, useDropsCount, weeklyLimitQuery } from './use-drops.ts'

const DropStage = lazyComponent(() => import('./stage/drop-stage.tsx'), 'DropStage')

export const queries = () => [
  tracksQuery,
  hasChangesQuery,
  weeklyLimitQuery,
  reminderQuery,
  returnedSongsQuery,
]

export function Screen() {
  const user = useCurrentUser()
  return user && <Home user={user} />
}

function Home({ user }: { user: CurrentUser }) {
  const { username } = user
  const { brand } = useSite()
  const client = useQueryClient()
  const tracks = useQuery({ ...tracksQuery, refetchInterval: pollForTitles })
  const [dropped, setDropped] = useState<DropListItem | null>(null)
  const closeStage = () => setDropped(null)
  const dropState = useDropState()
  const { freshDrop, hasChanges } = dropState
  const [isDropping, setDropping] = useState(false)
  const [unknownNumber, setUnknownNumber] = useState<number | null>(null)
  const openDrop = () => {
    void client.invalidateQueries({ queryKey: weeklyLimitQuery.queryKey })
    setDropping(true)
  }
  const editor = useListEditor(user.member_key, useReadList(tracks), () =>
    showDropButton(user.member_key),
  )
  // The listener goes on while other screens are shown, so it is not removed.
  useEffect(() => {
    reloadHistoryAfterDrop(username)
  }, [username])

  return (
    <Page width="list" className="gap-4! max-sm:pt-4 pb-32!">
      <title>{`Home - ${brand}`}</title>
      <KeepFocus>
        <PageHeading
          title={`Your ${brand}`}
          subtitle={`Edit your ${brand}'s tracks below`}
          actions={
            <>
              <DropsCount username={username} />
              <QuietLink href={paths.profile(username)} newTab>
                Live {brand}
              </QuietLink>
              <SongsCount />
              {user.is_dev_user && <TestDropButton />}
              <DropButton state={dropState} hasUnsaved={editor.unsaved} onOpen={openDrop} />
              {editor.count > 0 && <NextDrop state={dropState} hasUnsaved={editor.unsaved} />}
              {/* On the day of a drop it would be a second thing to click. The settings have it on all days. */}
              {dropState.wait && !freshDrop ? <ReminderSwitch /> : null}
            </>
          }
        />
        {isDropping && (
          <DropDialog
            username={username}
            editor={editor}
            state={dropState}
            unknownNumber={unknownNumber}
            onUnknown={setUnknownNumber}
            onClose={() => setDropping(false)}
            onDropped={setDropped}
          />
        )}
        {dropped && (
          <LazyBoundary onClose={closeStage}>
            <DropStage
              username={username}
              drop={dropped}
              tracks={editor.rows.filter(row => !row.removed)}
              onClose={closeStage}
            />
          </LazyBoundary>
        )}
      </KeepFocus>
      <HiddenNotice user={user} />
      {freshDrop && tracks.data && (
        <DropIsOut username={username} drop={freshDrop} tracks={hasChanges ? [] : tracks.data} />
      )}
      {tracks.data ? (
        <ListEditor
          editor={editor}
          barWhenSaved={
            <DropBar state={dropState} takesFocus={editor.hasJustSaved} onOpen={openDrop} />
          }
        />
      ) : (
        <ErrorState title="Your tracks could not be loaded" query={tracks}>
          {tracks.error?.message}
        </ErrorState>
      )}
      <ReturnedSongs />
      <UnconfirmedEmail user={user} isCompact />
    </Page>
  )
}

function DropsCount({ username }: { username: string }) {
  const count = useDropsCount(username)
  return (
    <QuietLink href={paths.drops(username)}>
      {count === undefined ? 'Drops' : pluralize(count, 'drop')}
    </QuietLink>
  )
}

/** Leads to what came back, which is below the list. */
function SongsCount() {
  const { data } = useQuery(returnedSongsQuery)
  if (!data || data.total === 0) return null
  return <QuietLink href={`#${returnedSongsHash}`}>{songsCameBack(data.total)}</QuietLink>
}

const QuietLink = (link: ComponentProps<typeof Link>) => (
  <Button
    variant="quiet"
    size="sm"
    className="px-0! mr-3 underline decoration-line-strong underline-offset-4"
    {...link}
  />
)

/** Titles and covers are looked up after a track is saved: polls for half a minute. */
function pollForTitles({ state }: { state: { data?: unknown; dataUpdatedAt: number } }) {
  const tracks = (state.data ?? []) as { title: string | null; created_at: string }[]
  const isWaiting = tracks.some(
    ({ title, created_at }) =>
      title === null && Date.parse(created_at) > state.dataUpdatedAt - 30_000,
  )
  return isWaiting && 2500
}

function TestDropButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="max-sm:grow" onClick={() => setOpen(true)}>
        Drop Test
      </Button>
      {isOpen && <TestDropDialog onClose={() => setOpen(false)} />}
    </>
  )
}
