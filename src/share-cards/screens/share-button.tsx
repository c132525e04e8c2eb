import { Share2 } from 'lucide'
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
  /** Whether there is a story of it to save. */
  hasStory?: boolean
  iconOnly?: boolean
}

/** Opens the device's own share sheet; where there is none, a dialog with the link and the picture. */
export function ShareButton({ title, path, card, hasStory, iconOnly }: ShareButtonProps) {
  const { publicUrl } = useSite()
  const shared = { title, url: publicUrl + path, card }
  return (
    <DialogButton
      variant="secondary"
      icon={<Icon shape={Share2} size={18} />}
      onPointerEnter={ShareDialog.preload}
      iconOnly={iconOnly}
      instead={() => shareNatively(shared)}
      dialog={close => (
        <ShareDialog
          onClose={close}
          heading="Share"
          description={title}
          shared={shared}
          hasStory={hasStory}
        />
      )}
    >
      Share
    </DialogButton>
  )
}
