import { useId, useState } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoteField } from './note-field.tsx'
import { dropErrorMessage, useTestDrop } from './use-drops.ts'

/** For dev members: the mail of a drop, to themselves alone. */
export function TestDropDialog({ onClose }: { onClose: () => void }) {
  const form = useId()
  const email = useCurrentUser()?.email
  const [note, setNote] = useState('')
  const test = useTestDrop(onClose)
  return (
    <Dialog
      open
      onOpenChange={open => !open && !test.isPending && onClose()}
      title="Test Drop"
      description={`Sends the drop's mail to ${email ?? 'you'} alone. Nothing is published.`}
      footer={
        <>
          <Button variant="secondary" disabled={test.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} pending={test.isPending}>
            Send test drop
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          if (!test.isPending) test.mutate(note)
        }}
      >
        <NoteField
          note={note}
          onNote={setNote}
          error={
            test.error ? `Failed to complete test drop. ${dropErrorMessage(test.error)}` : undefined
          }
        />
      </form>
    </Dialog>
  )
}
