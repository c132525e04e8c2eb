import { useState } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { NoteDialog } from './note-dialog.tsx'
import { useTestDrop } from './use-drops.ts'

export function TestDropDialog({ onClose }: { onClose: () => void }) {
  const email = useCurrentUser()?.email
  const [note, setNote] = useState('')
  return (
    <NoteDialog
      title="Test Drop"
      description={`Sends the drop's mail to ${email ?? 'you'} alone. Nothing is published.`}
      submitLabel="Send test drop"
      note={note}
      onNote={setNote}
      mutation={useTestDrop(onClose)}
      failureTitle="Failed to complete test drop"
      onClose={onClose}
    />
  )
}
