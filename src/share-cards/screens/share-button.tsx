import { type IconNode, Share2 } from 'lucide'
import { useState } from 'react'
import { useSite } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
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
  /** Of a dialog with the picture, which is shown before the share sheet: for what is one's own. */
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
    heading,
  } = props
  const { publicUrl } = useSite()
  const shared = { title, url: publicUrl + path, card }
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<Icon shape={icon} size={18} />}
        iconOnly={iconOnly}
        onClick={async () => setOpen(heading !== undefined || !(await shareNatively(shared)))}
      >
        {label}
      </Button>
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
