import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { DialogLater } from './dialog-later.tsx'

type DialogButtonProps = ComponentProps<typeof Button> & {
  /** May be downloaded later. */
  dialog: (close: () => void) => ReactNode
  /** Is tried first: the dialog opens if it resolves to false. */
  instead?: () => Promise<boolean>
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, instead, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button {...button} onClick={async () => setOpen(!(await instead?.()))} />
      {isOpen && <DialogLater onClose={close}>{dialog(close)}</DialogLater>}
    </>
  )
}
