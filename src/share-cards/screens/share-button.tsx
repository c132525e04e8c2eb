import { Share2 } from 'lucide'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogLater } from '../../ui/dialog-later.tsx'
import { Icon } from '../../ui/icon.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { useSite } from '../../ui/site.tsx'

const ShareDialog = componentLater(() => import('./share-dialog.tsx'), 'ShareDialog')

type ShareButtonProps = {
  title: string
  /** Of the page that is shared. */
  path: string
  /** Path of its picture. */
  card: string
  /** Among other buttons, where the label has no room on a phone. */
  iconOnly?: boolean
}

/** Opens the device's own share sheet; where there is none, a dialog with the link and the picture. */
export function ShareButton({ title, path, card, iconOnly }: ShareButtonProps) {
  const { publicUrl } = useSite()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const url = publicUrl + path
  const share = async () => {
    if (typeof navigator.share !== 'function') return setOpen(true)
    try {
      await navigator.share({ title, url })
    } catch (error) {
      const closed = error instanceof DOMException && error.name === 'AbortError'
      if (!closed) setOpen(true)
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        icon={<Icon shape={Share2} size={18} />}
        onClick={share}
        onPointerEnter={ShareDialog.preload}
        iconOnly={iconOnly}
      >
        Share
      </Button>
      {isOpen && (
        <DialogLater onClose={close}>
          <ShareDialog onClose={close} title={title} url={url} card={card} />
        </DialogLater>
      )}
    </>
  )
}
