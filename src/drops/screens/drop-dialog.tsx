import { useQuery } from '@tanstack/react-query'
import { movementLine } from '../../movement/movement.shared.ts'
import type { ListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import { query } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { useSite } from '../../ui/site.tsx'
import type { DropListItem } from '../drops.schemas.ts'
import { daysBetweenDrops } from '../drops.shared.ts'
import { NoteDialog } from './note-dialog.tsx'
import { useMakeDrop } from './use-drops.ts'

type DropDialogProps = {
  username: string
  editor: ListEditor
  /** When the next drop is allowed, in milliseconds; null when it is allowed now. */
  nextDropTime: number | null
  /** Kept outside, so that closing the dialog does not lose it. */
  note: string
  onNote: (note: string) => void
  onClose: () => void
  onDropped: (drop: DropListItem) => void
}

export function DropDialog(props: DropDialogProps) {
  if (props.nextDropTime !== null) return <TooSoon {...props} nextDropTime={props.nextDropTime} />
  if (props.editor.unsaved) return <UnsavedChanges {...props} />
  return <DropForm {...props} />
}

function DropForm({ username, editor, note, onNote, onClose, onDropped }: DropDialogProps) {
  const { brand } = useSite()
  return (
    <NoteDialog
      title={`Drop your ${brand}`}
      description={<Audience username={username} tracks={editor.count} />}
      submitLabel="Drop it"
      note={note}
      onNote={onNote}
      mutation={useMakeDrop(username, onDropped)}
      failureTitle="Failed to drop"
      onClose={onClose}
    >
      <Preview />
    </NoteDialog>
  )
}

function Preview() {
  const { data, isPending } = useQuery({
    ...query('GET /api/drops/preview', {}),
    staleTime: 0,
    gcTime: 0,
  })
  const line = data?.movement && movementLine(data.movement)
  if (!line && !isPending) return null
  return (
    <p className="rounded-control bg-sunken px-3.5 py-2.5 text-sm" aria-busy={isPending}>
      <span className="text-muted">The drop will say:</span>{' '}
      <span className="font-semibold">{line ?? '…'}</span>
    </p>
  )
}

function Audience({ username, tracks }: { username: string; tracks: number }) {
  const { data } = useQuery(
    query('GET /api/users/:username/followers-count', { params: { username } }),
  )
  const these = tracks === 1 ? 'this track' : `these ${tracks} tracks`
  const next = `The next drop opens in ${daysBetweenDrops} days.`
  if (data?.followerCount === 0)
    return `Nobody follows you yet. It will be waiting for everyone you send it to. ${next}`
  const followers = data
    ? data.followerCount === 1
      ? 'Your 1 follower gets'
      : `Your ${formatNumber(data.followerCount)} followers get`
    : 'Your followers get'
  return `${followers} ${these} by email. ${next}`
}

function UnsavedChanges({ editor, onClose }: DropDialogProps) {
  const { brand } = useSite()
  return (
    <Dialog
      onClose={onClose}
      title={`Your ${brand} has unsaved changes`}
      description="Save or cancel your changes before dropping"
      footer={
        <>
          <Button variant="secondary" disabled={editor.saving} onClick={onClose}>
            Close
          </Button>
          <Button pending={editor.saving} onClick={() => void editor.save()}>
            Save changes
          </Button>
        </>
      }
    >
      <ErrorMessage>
        {editor.failures.length > 0 &&
          'Some changes could not be saved. Please check your tracks and try again'}
      </ErrorMessage>
    </Dialog>
  )
}

function TooSoon({ nextDropTime, onClose }: DropDialogProps & { nextDropTime: number }) {
  const { brand } = useSite()
  const time = new Date(nextDropTime)
  // In UTC like the dates of drops, so that it is seven days after the last one in the history.
  const hour = time.toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  return (
    <Dialog
      onClose={onClose}
      title={`Drop your ${brand}`}
      description={`The stage ain't ready yet. You've gotta wait ${daysBetweenDrops} days between drops. Your next one unlocks on ${formatDate(time.toISOString())} at ${hour}.`}
      footer={<Button onClick={onClose}>Got it</Button>}
    />
  )
}
