import { TextArea } from '../../ui/field.tsx'
import { maxNoteLength } from '../drops.shared.ts'

const warnAbove = 135

/** A drop's note with a character counter. */
export function NoteField({
  note,
  onNote,
  error,
}: {
  note: string
  onNote: (note: string) => void
  error?: string | undefined
}) {
  const { length } = [...note]
  const tone =
    length >= maxNoteLength ? 'text-danger' : length > warnAbove ? 'text-warn' : 'text-muted'
  return (
    <TextArea
      label="Note (optional)"
      name="note"
      rows={4}
      value={note}
      // maxLength would count UTF-16 code units.
      onChange={event => onNote([...event.target.value].slice(0, maxNoteLength).join(''))}
      error={error}
      aside={
        <span className={`font-semibold tabular-nums ${tone}`}>
          <span aria-hidden="true">
            {length}/{maxNoteLength}
          </span>
          <span className="sr-only">
            {length} of {maxNoteLength} characters
          </span>
        </span>
      }
    />
  )
}
