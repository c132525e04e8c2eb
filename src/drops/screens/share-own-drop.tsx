import { Share2 } from 'lucide'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogLater } from '../../ui/dialog-later.tsx'
import { Icon } from '../../ui/icon.tsx'
import { componentLater } from '../../ui/load-later.ts'

const DroppedDialog = componentLater(() => import('./dropped-dialog.tsx'), 'DroppedDialog')

type ShareOwnDropProps = { username: string; dropNumber: number }

export function ShareOwnDrop(props: ShareOwnDropProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<Icon shape={Share2} size={18} />}
        onClick={() => setOpen(true)}
        onPointerEnter={DroppedDialog.preload}
      >
        Share
      </Button>
      {isOpen && (
        <DialogLater onClose={close}>
          <DroppedDialog {...props} onClose={close} />
        </DialogLater>
      )}
    </>
  )
}
