import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSite } from '../../ui/site.tsx'
import { parseTrackLink } from '../track-link.contract.ts'
import type { Row } from './local-edits.ts'
import { titleOf } from './track-words.ts'

type AddTrackDialogProps = {
  /** The row whose place the new track takes; without one it is appended. */
  swapped: Row | undefined
  /** A link that was pasted already. */
  pasted: string
  onClose: () => void
  onTrack: (spotifyTrackId: string) => void
}

/** Asks for a link. */
export function AddTrackDialog({ swapped, pasted, onClose, onTrack }: AddTrackDialogProps) {
  const { brand } = useSite()
  const form = useId()
  const [link, setLink] = useState(pasted)
  const [left, setLeft] = useState(false)
  const id = parseTrackLink(link)
  // A link comes by pasting, whole; only one that is being typed is wrong until it is finished.
  const wrong = id === null && link.trim() !== '' && (left || link.length > 12)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (id !== null) onTrack(id)
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={swapped ? 'Swap track' : `Add Track to ${brand}`}
      description={
        swapped
          ? `The new track takes number ${swapped.rank}, the place of ${titleOf(swapped)}.`
          : 'In Spotify, choose Share and “Copy Song Link” on a track. Paste the link here.'
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={id === null}>
            {swapped ? 'Swap track' : 'Add track'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
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
          onBlur={() => setLeft(true)}
          error={wrong ? 'Invalid Spotify URL. Please enter a valid Spotify track URL' : undefined}
        />
      </form>
    </Dialog>
  )
}
