import { X } from 'lucide'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { dismissToast, reportDialog } from './toast.ts'

type DialogProps = {
  onClose: () => void
  title: string
  description?: ReactNode
  /** The buttons, the main one last. */
  footer?: ReactNode
  children?: ReactNode
  isWide?: boolean
  keepsToast?: boolean
}

/** A modal dialog, open while it is rendered: a bottom sheet on phones, centered elsewhere. */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, footer, children, isWide, keepsToast } = props
  const focusReturn = useFocusReturn(keepsToast)
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          className={classes(sheet, isWide ? 'sm:max-w-2xl' : 'sm:max-w-md')}
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
          {/* Last in the DOM, so that the first field gets the initial focus. */}
          <Radix.Close className="absolute top-3 right-3 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink">
            <Icon shape={X} size={20} />
            <span className="sr-only">Close</span>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Radix returns the focus only to a dialog's own trigger. This returns it to whatever had it, for dialogs opened by state. */
export function useFocusReturn(keepsToast = false) {
  const previous = useRef<Element>(null)
  useEffect(reportDialog, [])
  return {
    onOpenAutoFocus: () => {
      if (!keepsToast) dismissToast()
      previous.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = previous
      if (!(current instanceof HTMLElement) || current === document.body || !current.isConnected)
        return
      event.preventDefault()
      current.focus()
    },
  }
}

export const overlay = 'fixed inset-0 z-40 animate-fade-in bg-overlay'
export const sheet = classes(
  'fixed z-50 grid max-h-[90dvh] w-full grid-cols-1 animate-slide-up gap-4 overflow-y-auto border border-line bg-surface p-5 text-ink shadow-float',
  'inset-x-0 bottom-0 rounded-t-card pb-[max(1.25rem,env(safe-area-inset-bottom))]',
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card sm:p-6',
)
/** Stays in view while what is above it is scrolled. */
export const footerRow = classes(
  'sticky -bottom-[max(1.25rem,env(safe-area-inset-bottom))] -mx-5 mt-1 -mb-[max(1.25rem,env(safe-area-inset-bottom))] bg-surface px-5 pt-2 pb-[max(1.25rem,env(safe-area-inset-bottom))]',
  'flex flex-col-reverse gap-2 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:flex-row sm:flex-wrap sm:justify-end sm:px-6 sm:pb-6',
)
