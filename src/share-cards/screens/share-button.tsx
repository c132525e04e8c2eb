import { Share2 } from 'lucide'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogLater } from '../../ui/dialog-later.tsx'
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
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const shared = { title, url: publicUrl + path, card }
  return (
    <>
      <Button
        variant="secondary"
        icon={<Icon shape={Share2} size={18} />}
        onClick={async () => setOpen(!(await shareNatively(shared)))}
        onPointerEnter={ShareDialog.preload}
        iconOnly={iconOnly}
      >
        Share
      </Button>
      {isOpen && (
        <DialogLater onClose={close}>
          <ShareDialog
            onClose={close}
            heading="Share"
            description={title}
            shared={shared}
            hasStory={hasStory}
          />
        </DialogLater>
      )}
    </>
  )
}
