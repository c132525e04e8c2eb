import { Share2 } from 'lucide'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { componentLater } from '../../ui/load-later.ts'

const DroppedDialog = componentLater(() => import('./dropped-dialog.tsx'), 'DroppedDialog')

type ShareOwnDropProps = { username: string; dropNumber: number }

export const ShareOwnDrop = (props: ShareOwnDropProps) => (
  <DialogButton
    variant="secondary"
    icon={<Icon shape={Share2} size={18} />}
    onPointerEnter={DroppedDialog.preload}
    dialog={close => <DroppedDialog {...props} onClose={close} />}
  >
    Share
  </DialogButton>
)
