import { useState } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NoteField } from './note-field.tsx'
import { dropErrorMessage, useTestDrop } from './use-drops.ts'

/** For dev members: sends the drop's mail to themselves only. */
export function TestDropDialog({ onClose }: { onClose: () => void }) {
  const email = useCurrentUser()?.email
  const [note, setNote] = useState('')
  const testDrop = useTestDrop(onClose)
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Test Drop"
      description={`Sends the drop's mail to ${email ?? 'you'} alone. Nothing is published.`}
      submitLabel="Send test drop"
      isSubmitting={testDrop.isPending}
      isBlocking
      onSubmit={event => {
        event.preventDefault()
        if (!testDrop.isPending) testDrop.mutate(note)
      }}
    >
      <NoteField
        note={note}
        onNote={setNote}
        error={
          testDrop.error
            ? `Failed to complete test drop. ${dropErrorMessage(testDrop.error)}`
            : undefined
        }
      />
    </FormDialog>
  )
}
