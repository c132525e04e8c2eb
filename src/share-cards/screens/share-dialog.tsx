import { Check, Download, Link2 } from 'lucide'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'

type ShareDialogProps = {
  onClose: () => void
  title: string
  url: string
  card: string
}

/** The link to copy, and the picture to save. */
export function ShareDialog({ onClose, title, url, card }: ShareDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setStatus('Copied')
    } catch {
      // Not available without https, or not permitted by the user.
      field.current?.select()
      setStatus('Press Ctrl+C or ⌘C to copy the selected link.')
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title="Share"
      description={title}
      footer={
        <>
          <Button
            href={card}
            download
            variant="secondary"
            icon={<Icon shape={Download} size={18} />}
          >
            Save picture
          </Button>
          <Button
            onClick={copy}
            icon={<Icon shape={status === 'Copied' ? Check : Link2} size={18} />}
          >
            Copy link
          </Button>
        </>
      }
    >
      <img
        src={card}
        alt={`The card that links are shown with: ${title}`}
        width={1200}
        height={630}
        className="h-auto w-full rounded-card border border-line bg-sunken"
      />
      <TextField
        ref={field}
        label="Link"
        value={url}
        readOnly
        onFocus={event => event.currentTarget.select()}
      />
      <p role="status" className="min-h-5 text-sm text-muted">
        {status}
      </p>
    </Dialog>
  )
}
