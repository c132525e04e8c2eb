import { type IconNode, Share2 } from 'lucide'
import { useState } from 'react'
import { useSite } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { textLink } from '../../ui/routing/link.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { shareNatively } from './share-natively.ts'

type ShareButtonProps = {
  title: string
  path: string
  card: string
  label?: string
  icon?: IconNode
  /** Whether there is a story of it to save. */
  hasStory?: boolean
  /** The picture of a member's shelf to save as well. */
  shelf?: string | undefined
  iconOnly?: boolean
  /** The button stands among links in a line of text. */
  isLink?: boolean
  /** Heading of a dialog with the picture, which is shown before the share sheet: for what is one's own. */
  heading?: string
}

/** Opens the device's own share sheet; where there is none, a dialog with the link and the picture. */
export function ShareButton(props: ShareButtonProps) {
  const {
    title,
    path,
    card,
    label = 'Share',
    icon = Share2,
    hasStory,
    shelf,
    iconOnly,
    isLink,
    heading,
  } = props
  const { publicUrl } = useSite()
  const shared = { title, url: publicUrl + path, card }
  const [isOpen, setOpen] = useState(false)
  const share = async () => setOpen(heading !== undefined || !(await shareNatively(shared)))
  return (
    <>
      {isLink ? (
        <button type="button" onClick={share} className={`${textLink} -my-2.5 py-2.5`}>
          {label}
        </button>
      ) : (
        <Button
          variant="secondary"
          icon={<Icon icon={icon} size={18} />}
          iconOnly={iconOnly}
          onClick={share}
        >
          {label}
        </Button>
      )}
      {isOpen && (
        <ShareDialog
          onClose={() => setOpen(false)}
          heading={heading ?? 'Share'}
          {...(!heading && { description: title })}
          shared={shared}
          hasStory={hasStory}
          shelf={shelf}
          offersShareSheet={heading !== undefined}
        />
      )}
    </>
  )
}
