import { Check, Download, type IconNode, LibraryBig, Link2, Share2, Smartphone } from 'lucide'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { cardSizes, formatOf, storyPath } from '../card-format.shared.ts'
import { copyText, hasShareSheet, type Shared, shareNatively } from './share-natively.ts'

type ShareDialogProps = {
  onClose: () => void
  heading: string
  description?: string
  shared: Required<Shared>
  hasStory?: boolean
  /** The picture of a member's shelf, once there is one. */
  shelf?: string | undefined
  /** Whether to offer the device's share sheet, where there is one, in place of the link until it fails. */
  offersShareSheet?: boolean
}

export function ShareDialog(props: ShareDialogProps) {
  const { onClose, heading, description, shared, shelf, hasStory = true } = props
  const [offersShareSheet, setOffersShareSheet] = useState(
    props.offersShareSheet === true && hasShareSheet(),
  )
  const format = formatOf(shared.card)
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')
  const copy = async () => {
    const isCopied = await copyText(shared.url)
    if (!isCopied) field.current?.select()
    setStatus(isCopied ? copied : 'Press Ctrl+C or ⌘C to copy the selected link.')
  }
  return (
    <Dialog
      onClose={onClose}
      title={heading}
      description={description}
      isWide
      footer={
        <div className="flex flex-wrap gap-2 sm:contents">
          <SaveButton icon={Download} href={shared.card} what="picture" />
          {hasStory && format === 'wide' && (
            <SaveButton icon={Smartphone} href={storyPath(shared.card)} what="story" />
          )}
          {shelf && <SaveButton icon={LibraryBig} href={shelf} verb="Save the" what="shelf" />}
          {offersShareSheet ? (
            <Button
              icon={<Icon icon={Share2} size={18} />}
              onClick={async () => setOffersShareSheet(await shareNatively(shared))}
              className="max-sm:grow"
            >
              Share
            </Button>
          ) : (
            <Button
              onClick={copy}
              icon={<Icon icon={status === copied ? Check : Link2} size={18} />}
              className="max-sm:grow"
            >
              Copy link
            </Button>
          )}
        </div>
      }
    >
      <img
        src={shared.card}
        alt={`Picture: ${shared.title}`}
        {...cardSizes[format]}
        className={classes(
          'rounded-card border border-line bg-sunken',
          format === 'wide' ? 'h-auto w-full' : 'mx-auto h-[45dvh] w-auto sm:h-[58dvh]',
        )}
      />
      {!offersShareSheet && (
        <>
          <TextField
            ref={field}
            label="Link"
            value={shared.url}
            readOnly
            onFocus={event => event.currentTarget.select()}
          />
          <p role="status" className="min-h-5 text-sm text-muted">
            {status}
          </p>
        </>
      )}
    </Dialog>
  )
}

const copied = 'Copied'

type SaveButtonProps = { href: string; icon: IconNode; verb?: string; what: string }

/** Phones show one word below its icon, so that all buttons are in one row. */
const SaveButton = ({ href, icon, verb = 'Save', what }: SaveButtonProps) => (
  <Button
    href={href}
    download
    variant="secondary"
    icon={<Icon icon={icon} size={18} />}
    className="max-sm:flex-col max-sm:gap-1 max-sm:px-3 max-sm:py-2 max-sm:text-xs"
  >
    <span>
      <span className="max-sm:sr-only">{verb} </span>
      <span className="max-sm:inline-block max-sm:first-letter:uppercase">{what}</span>
    </span>
  </Button>
)
