import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { countFollowers } from '../../follows/follows.contract.ts'
import type { ListEditor } from '../../tracks/screens/use-list-editor.ts'
import { query } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { useSite } from '../../ui/site.tsx'
import { type DropListItem, daysBetweenDrops } from '../drops.contract.ts'
import { NoteField } from './note-field.tsx'
import { dropErrorMessage, useMakeDrop } from './use-drops.ts'

type DropDialogProps = {
  username: string
  editor: ListEditor
  /** When the next drop is allowed, in milliseconds; null when it is now. */
  opens: number | null
  /** The note outlives the dialog. */
  note: string
  onNote: (note: string) => void
  onClose: () => void
  onDropped: (drop: DropListItem) => void
}

/** Asks for a note and publishes the list, or says why not now. */
export function DropDialog(props: DropDialogProps) {
  if (props.opens !== null) return <TooSoon {...props} opens={props.opens} />
  if (props.editor.unsaved) return <Unsaved {...props} />
  return <DropForm {...props} />
}

function DropForm({ username, editor, note, onNote, onClose, onDropped }: DropDialogProps) {
  const { brand } = useSite()
  const form = useId()
  const drop = useMakeDrop(onDropped)
  return (
    <Dialog
      open
      onOpenChange={open => !open && !drop.isPending && onClose()}
      title={`Drop your ${brand}`}
      description={<WhoGetsIt username={username} tracks={editor.count} />}
      footer={
        <>
          <Button variant="secondary" disabled={drop.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} pending={drop.isPending}>
            Drop it
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          if (!drop.isPending) drop.mutate(note)
        }}
      >
        <NoteField
          note={note}
          onNote={onNote}
          error={drop.error ? `Failed to drop. ${dropErrorMessage(drop.error)}` : undefined}
        />
      </form>
    </Dialog>
  )
}

function WhoGetsIt({ username, tracks }: { username: string; tracks: number }) {
  const { data } = useQuery(query(countFollowers, { params: { username } }))
  const these = tracks === 1 ? 'this track' : `these ${tracks} tracks`
  const next = `The next drop opens in ${daysBetweenDrops} days.`
  if (data?.followerCount === 0)
    return `Nobody follows you yet: ${these} will stand in your drop history. ${next}`
  const followers = data
    ? data.followerCount === 1
      ? 'Your 1 follower gets'
      : `Your ${data.followerCount.toLocaleString('en-US')} followers get`
    : 'Your followers get'
  return `${followers} ${these} by email. ${next}`
}

function Unsaved({ editor, onClose }: DropDialogProps) {
  const { brand } = useSite()
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
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
      <FailedHere failed={editor.failures.length > 0} />
    </Dialog>
  )
}

function FailedHere({ failed }: { failed: boolean }): ReactNode {
  return (
    <ErrorMessage>
      {failed && 'Some changes could not be saved. Please check your tracks and try again'}
    </ErrorMessage>
  )
}

function TooSoon({ opens, onClose }: DropDialogProps & { opens: number }) {
  const { brand } = useSite()
  const [date, time] = dateAndTime(opens)
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={`Drop your ${brand}`}
      description={`The stage ain't ready yet. You've gotta wait ${daysBetweenDrops} days between drops. Your next one unlocks on ${date} at ${time}.`}
      footer={<Button onClick={onClose}>Got it</Button>}
    />
  )
}

const dateAndTime = (time: number) => [
  new Date(time).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' }),
  new Date(time).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }),
]
