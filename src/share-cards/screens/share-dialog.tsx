import { Check, Download, Link2, Share2, Smartphone } from 'lucide'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cardSizes, formatOf, storyPath } from '../card-format.shared.ts'
import { hasShareSheet, type Shared, shareNatively } from './share-natively.ts'

type ShareDialogProps = {
  onClose: () => void
  heading: string
  description?: string
  shared: Shared
  hasStory?: boolean
  /** Whether to offer the device's share sheet, where there is one, in place of the link until it fails. */
  offersShareSheet?: boolean
}

export function ShareDialog(props: ShareDialogProps) {
  const { onClose, heading, description, shared, hasStory = true } = props
  const [offersShareSheet, setOffersShareSheet] = useState(
    props.offersShareSheet === true && hasShareSheet(),
  )
  const format = formatOf(shared.card)
  const copying = useCopy(shared.url)
  return (
    <Dialog
      onClose={onClose}
      title={heading}
      description={description}
      isWide
      footer={
        <>
          <Button
            href={shared.card}
            download
            variant="secondary"
            icon={<Icon shape={Download} size={18} />}
          >
            Save picture
          </Button>
          {hasStory && format === 'wide' && (
            <Button
              href={storyPath(shared.card)}
              download
              variant="secondary"
              icon={<Icon shape={Smartphone} size={18} />}
            >
              Save story
            </Button>
          )}
          {offersShareSheet ? (
            <Button
              icon={<Icon shape={Share2} size={18} />}
              onClick={async () => setOffersShareSheet(await shareNatively(shared))}
            >
              Share
            </Button>
          ) : (
            <Button
              onClick={copying.copy}
              icon={<Icon shape={copying.status === 'Copied' ? Check : Link2} size={18} />}
            >
              Copy link
            </Button>
          )}
        </>
      }
    >
      <img
        src={shared.card}
        alt={`Picture: ${shared.title}`}
        {...cardSizes[format]}
        className={classes(
          'rounded-card border border-line bg-sunken',
          format === 'wide' ? 'h-auto w-full' : 'mx-auto h-[45dvh] w-auto',
        )}
      />
      {!offersShareSheet && (
        <>
          <TextField
            ref={copying.field}
            label="Link"
            value={shared.url}
            readOnly
            onFocus={event => event.currentTarget.select()}
          />
          <p role="status" className="min-h-5 text-sm text-muted">
            {copying.status}
          </p>
        </>
      )}
    </Dialog>
  )
}

function useCopy(url: string) {
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
  return { field, status, copy }
}
