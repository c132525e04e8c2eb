import type { ReactNode } from 'react'
import { visibleLength } from '../../platform/text/visible-text.shared.ts'
import { TextArea } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { maxNoteLength, noteTooLong } from '../drops.shared.ts'
import { useDropErrorMessage } from './use-drops.ts'

type NoteDialogProps = {
  title: string
  description: ReactNode
  submitLabel: string
  variant?: 'gold'
  note: string
  onNote: (note: string) => void
  mutation: {
    isPending: boolean
    error: Error | null
    mutate: (input: { body: { note: string } }) => void
  }
  failureTitle: string
  onClose: () => void
  children?: ReactNode
}

export function NoteDialog(props: NoteDialogProps) {
  const { note, onNote, mutation, failureTitle, onClose, children, ...dialog } = props
  const dropErrorMessage = useDropErrorMessage()
  const isTooLong = visibleLength(note) > maxNoteLength
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      isSubmitting={mutation.isPending}
      isBlocking
      hasOptionalField
      canSubmit={!isTooLong}
      onSubmit={event => {
        event.preventDefault()
        if (!mutation.isPending && !isTooLong) mutation.mutate({ body: { note } })
      }}
    >
      {children}
      <NoteField
        note={note}
        onNote={onNote}
        error={
          isTooLong
            ? noteTooLong
            : mutation.error
              ? `${failureTitle}. ${dropErrorMessage(mutation.error)}`
              : undefined
        }
      />
    </FormDialog>
  )
}

const warnAbove = 135

function NoteField({
  note,
  onNote,
  error,
}: {
  note: string
  onNote: (note: string) => void
  error?: string | undefined
}) {
  const length = visibleLength(note)
  const excess = Math.max(0, length - maxNoteLength)
  const leftColor =
    length >= maxNoteLength ? 'text-danger' : length > warnAbove ? 'text-warn' : 'text-muted'
  return (
    <TextArea
      label="Note (optional)"
      name="note"
      dir="auto"
      rows={1}
      placeholder="Say something, or nothing"
      className="[&_textarea]:max-h-56 [&_textarea]:field-sizing-content [&_textarea]:min-h-13 [&_textarea]:resize-none [&_textarea]:font-display [&_textarea]:text-xl [&_textarea]:leading-snug [&_textarea]:font-bold [&_textarea]:placeholder:text-[color-mix(in_oklab,var(--ink)_60%,var(--surface))]"
      value={note}
      // maxLength would count UTF-16 code units, and shortening what is typed would disturb input methods.
      onChange={event => onNote(event.target.value)}
      error={error}
      aside={
        <span className={`font-semibold tabular-nums ${leftColor}`}>
          <span aria-hidden="true">
            {excess > 0 && `${excess} too many · `}
            {length}/{maxNoteLength}
          </span>
          <span className="sr-only">
            {length} of {maxNoteLength} characters{excess > 0 && `, ${excess} too many`}
          </span>
        </span>
      }
    />
  )
}
