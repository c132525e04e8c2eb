import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NoteField } from './note-field.tsx'
import { dropErrorMessage } from './use-drops.ts'

type NoteDialogProps = {
  title: string
  description: ReactNode
  submitLabel: string
  note: string
  onNote: (note: string) => void
  /** Gets the note when the form is submitted. */
  mutation: Pick<UseMutationResult<unknown, Error, string>, 'isPending' | 'error' | 'mutate'>
  /** Before the reason of a failure. */
  failureTitle: string
  onClose: () => void
  /** Above the note. */
  children?: ReactNode
}

/** Asks for a drop's note and submits it. */
export function NoteDialog(props: NoteDialogProps) {
  const { note, onNote, mutation, failureTitle, onClose, children, ...dialog } = props
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      isSubmitting={mutation.isPending}
      isBlocking
      onSubmit={event => {
        event.preventDefault()
        if (!mutation.isPending) mutation.mutate(note)
      }}
    >
      {children}
      <NoteField
        note={note}
        onNote={onNote}
        error={mutation.error ? `${failureTitle}. ${dropErrorMessage(mutation.error)}` : undefined}
      />
    </FormDialog>
  )
}
