import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  onClose: () => void
  title: ReactNode
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  pending?: boolean
  error?: ReactNode
  /** Does not close the dialog, so that the caller can show an error in it. */
  onConfirm: () => void
  children?: ReactNode
}

/** Confirms an action that is hard to undo. The initial focus is on Cancel. */
export function ConfirmDialog({
  onClose,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  pending = false,
  error,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <Dialog
      isAlert
      onClose={onClose}
      title={title}
      description={
        <>
          {description}
          <span role="alert" className="mt-2 block font-medium text-danger empty:hidden">
            {error}
          </span>
        </>
      }
      footer={
        <>
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant="danger" pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
