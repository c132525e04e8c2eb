import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { useFocusReturn } from './use-focus-return.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** The buttons, the main one last. */
  footer?: ReactNode
  children?: ReactNode
}

/**
 * A question in front of the page: a sheet from the lower edge on phones, centred elsewhere. When it
 * is closed, focus returns to what had it before.
 */
export function Dialog({ open, onOpenChange, title, description, footer, children }: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          className={sheet}
          {...focusReturn}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className="pr-10 font-display text-heading font-extrabold">
            {title}
          </Radix.Title>
          {description && (
            <Radix.Description className="text-muted">{description}</Radix.Description>
          )}
          {children}
          {footer && <div className={footerRow}>{footer}</div>}
          {/* Last, so that the first field has the focus and not the way out. */}
          <Radix.Close className="absolute top-3 right-3 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink">
            <X size={20} aria-hidden="true" />
            <span className="sr-only">Close</span>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const overlay = 'fixed inset-0 z-40 animate-fade bg-overlay'
export const sheet = classes(
  'fixed z-50 grid max-h-[90dvh] w-full grid-cols-1 animate-rise gap-4 overflow-y-auto border border-line bg-surface p-5 text-ink shadow-float',
  'inset-x-0 bottom-0 rounded-t-card pb-[max(1.25rem,env(safe-area-inset-bottom))]',
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-w-md sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card sm:p-6',
)
export const footerRow = 'mt-1 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end'
