import * as Radix from 'radix-ui/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { footerRow, overlay, sheet, useFocusReturn } from './dialog.tsx'

type ConfirmDialogProps = {
  onClose: () => void
  title: string
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
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
  tone = 'primary',
  pending = false,
  error,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content className={classes(sheet, 'sm:max-w-md')} {...focusReturn}>
          <Radix.Title className="font-display text-heading font-extrabold">{title}</Radix.Title>
          <Radix.Description className="text-muted">
            {description}
            <span role="alert" className="mt-2 block font-medium text-danger empty:hidden">
              {error}
            </span>
          </Radix.Description>
          {children}
          <div className={footerRow}>
            <Radix.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </Radix.Cancel>
            <Button variant={tone} pending={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
