import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogLater } from '../../ui/dialog-later.tsx'
import { componentLater } from '../../ui/load-later.ts'

const TestDropDialog = componentLater(() => import('./test-drop-dialog.tsx'), 'TestDropDialog')

export function TestDropButton() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" className="max-sm:grow" onClick={() => setOpen(true)}>
        Drop Test
      </Button>
      {isOpen && (
        <DialogLater onClose={close}>
          <TestDropDialog onClose={close} />
        </DialogLater>
      )}
    </>
  )
}
