import { type IconNode, Share2 } from 'lucide'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { useSite } from '../../ui/site.tsx'
import { shareNatively } from './share-natively.ts'

const ShareDialog = componentLater(() => import('./share-dialog.tsx'), 'ShareDialog')

type ShareButtonProps = {
  title: string
  path: string
  card: string
  label?: string
  icon?: IconNode
  /** Whether there is a story of it to save. */
  hasStory?: boolean
  iconOnly?: boolean
  /** Of a dialog with the picture, which is shown before the share sheet: for what is one's own. */
  heading?: string
}

/** Opens the device's own share sheet; where there is none, a dialog with the link and the picture. */
export function ShareButton(props: ShareButtonProps) {
  const { title, path, card, label = 'Share', icon = Share2, hasStory, iconOnly, heading } = props
  const { publicUrl } = useSite()
  const shared = { title, url: publicUrl + path, card }
  return (
    <DialogButton
      variant="secondary"
      icon={<Icon shape={icon} size={18} />}
      iconOnly={iconOnly}
      {...(!heading && { instead: () => shareNatively(shared) })}
      dialog={close => (
        <ShareDialog
          onClose={close}
          heading={heading ?? 'Share'}
          {...(!heading && { description: title })}
          shared={shared}
          hasStory={hasStory}
          offersShareSheet={heading !== undefined}
        />
      )}
    >
      {label}
    </DialogButton>
  )
}
