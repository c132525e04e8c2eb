import { useState } from 'react'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useSite } from '../../../ui/site.tsx'
import { parseTrackLink } from '../../track-link.contract.ts'
import { trackTitle } from '../track-title.ts'
import type { Row } from './local-edits.ts'

type AddTrackDialogProps = {
  /** The row that the new track replaces; without one it is appended. */
  replacedRow: Row | undefined
  pastedLink: string
  onClose: () => void
  onTrack: (spotifyTrackId: string) => void
}

/** Asks for a track's link. */
export function AddTrackDialog({ replacedRow, pastedLink, onClose, onTrack }: AddTrackDialogProps) {
  const { brand } = useSite()
  const [link, setLink] = useState(pastedLink)
  const [blurred, setBlurred] = useState(false)
  const id = parseTrackLink(link)
  // A pasted link is complete; a short text is probably still being typed.
  const invalid = id === null && link.trim() !== '' && (blurred || link.length > 12)
  return (
    <FormDialog
      onOpenChange={onClose}
      title={replacedRow ? 'Swap track' : `Add Track to ${brand}`}
      description={
        replacedRow
          ? `The new track takes number ${replacedRow.rank}, the place of ${trackTitle(replacedRow)}.`
          : 'In Spotify, choose Share and “Copy Song Link” on a track. Paste the link here.'
      }
      submitLabel={replacedRow ? 'Swap track' : 'Add track'}
      canSubmit={id !== null}
      onSubmit={event => {
        event.preventDefault()
        if (id !== null) onTrack(id)
      }}
    >
      <TextField
        label="Spotify track link"
        name="link"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://open.spotify.com/track/…"
        value={link}
        onChange={event => setLink(event.target.value)}
        onBlur={() => setBlurred(true)}
        error={invalid ? 'Invalid Spotify URL. Please enter a valid Spotify track URL' : undefined}
      />
    </FormDialog>
  )
}
