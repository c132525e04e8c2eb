import { DialogButton } from '../../ui/dialog-button.tsx'
import { componentLater } from '../../ui/load-later.ts'

const TestDropDialog = componentLater(() => import('./test-drop-dialog.tsx'), 'TestDropDialog')

export const TestDropButton = () => (
  <DialogButton
    variant="secondary"
    className="max-sm:grow"
    dialog={close => <TestDropDialog onClose={close} />}
  >
    Drop Test
  </DialogButton>
)
