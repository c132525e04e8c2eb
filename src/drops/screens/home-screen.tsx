import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, ExternalLink } from 'lucide'
import { useEffect, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import type { CurrentUser } from '../../members/members.schemas.ts'
import { UnconfirmedEmail } from '../../members/screens/email/unconfirmed-email.tsx'
import { HiddenNotice } from '../../members/screens/hidden-notice.tsx'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { ListEditor } from '../../tracks/screens/editor/list-editor.tsx'
import { FloatingBar } from '../../tracks/screens/editor/save-bar.tsx'
import { tracksQuery, useListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLater } from '../../ui/dialog-later.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { pluralize } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import type { DropListItem } from '../drops.schemas.ts'
import { countdown } from './countdown.ts'
import { DropButton, DropDialogLater, NextDrop } from './drop-button.tsx'
import { showDropButton } from './drop-flags.ts'
import { reloadHistoryAfterDrop } from './reload-history.ts'
import { ReminderWhileWaiting, reminderQuery } from './reminder/reminder-switch.tsx'
import { TestDropButton } from './test-drop-button.tsx'
import { hasChangesQuery, useDropState, useDropsCount, weeklyLimitQuery } from './use-drops.ts'

const DroppedDialog = componentLater(() => import('./dropped-dialog.tsx'), 'DroppedDialog')

export const queries = () => [tracksQuery, hasChangesQuery, weeklyLimitQuery, reminderQuery]

export function Screen() {
  const user = useCurrentUser()
  return user && <Home user={user} />
}

type Dropped = { drop: DropListItem; mails: number | null }

function Home({ user }: { user: CurrentUser }) {
  const { username } = user
  const { brand } = useSite()
  const client = useQueryClient()
  const tracks = useQuery({ ...tracksQuery, refetchInterval: pollForTitles })
  const [dropped, setDropped] = useState<Dropped | null>(null)
  const closeDropped = () => setDropped(null)
  const [isDropping, setDropping] = useState(false)
  const openDrop = () => {
    void client.invalidateQueries({ queryKey: weeklyLimitQuery.queryKey })
    setDropping(true)
  }
  const editor = useListEditor(user.member_key, tracks.data, () => showDropButton(user.member_key))
  useEffect(() => reloadHistoryAfterDrop(username), [username])

  return (
    <Page width="list" className="pb-32 max-sm:gap-4 max-sm:pt-4 sm:pb-32">
      <title>{`Home - ${brand}`}</title>
      <KeepFocus>
        <PageHeading
          title={`Your ${brand}`}
          subtitle={`Edit your ${brand}'s tracks below`}
          actions={
            <>
              <DropsCountButton username={username} />
              <Button
                href={paths.profile(username)}
                newTab
                variant="secondary"
                size="sm"
                icon={<Icon shape={ExternalLink} size={16} />}
              >
                Live {brand}
              </Button>
              {user.is_dev_user && <TestDropButton />}
              <DropButton onOpen={openDrop} />
              {editor.count > 0 && <NextDrop hasUnsaved={editor.unsaved} />}
              <ReminderWhileWaiting />
            </>
          }
        />
        <DropDialogLater
          username={username}
          editor={editor}
          isOpen={isDropping}
          onClose={() => setDropping(false)}
          onDropped={(drop, mails) => setDropped({ drop, mails })}
        />
        {dropped && (
          <DialogLater onClose={closeDropped}>
            <DroppedDialog
              username={username}
              dropNumber={dropped.drop.drop_number}
              mails={dropped.mails}
              onClose={closeDropped}
              isNew
            />
          </DialogLater>
        )}
      </KeepFocus>
      <HiddenNotice user={user} />
      {tracks.data ? (
        <ListEditor editor={editor} saved={<SavedBar onDrop={openDrop} />} />
      ) : (
        <ErrorState title="Your tracks could not be loaded" query={tracks}>
          {tracks.error?.message}
        </ErrorState>
      )}
      <UnconfirmedEmail user={user} isBrief />
    </Page>
  )
}

function DropsCountButton({ username }: { username: string }) {
  const count = useDropsCount(username)
  return (
    <Button href={paths.drops(username)} variant="secondary" size="sm">
      {count === undefined ? 'Drops' : pluralize(count, 'drop')}
    </Button>
  )
}

/** Titles and covers are looked up after a track is saved: polls for half a minute. */
function pollForTitles({ state }: { state: { data?: unknown; dataUpdatedAt: number } }) {
  const tracks = (state.data ?? []) as { title: string | null; created_at: string }[]
  const isWaiting = tracks.some(
    ({ title, created_at }) =>
      title === null && Date.parse(created_at) > state.dataUpdatedAt - 30_000,
  )
  return isWaiting && 2500
}

/** On phones, where the drop button may be far above a list that was just saved. */
function SavedBar({ onDrop }: { onDrop: () => void }) {
  const { visible, wait } = useDropState()
  if (!visible) return null
  return (
    <FloatingBar label="Changes saved" className="sm:hidden">
      <span className="flex grow items-center gap-2 pl-3 font-display font-bold whitespace-nowrap">
        <Icon shape={Check} size={18} className="text-good" />
        Saved
      </span>
      {wait ? (
        <span className="pr-3 text-sm text-muted tabular-nums">Next drop in {countdown(wait)}</span>
      ) : (
        <DropButton onOpen={onDrop} />
      )}
    </FloatingBar>
  )
}
