import { X } from 'lucide'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { dismissToast, reportDialog } from './toast.ts'

type DialogProps = {
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** The buttons, the main one last. */
  footer?: ReactNode
  children?: ReactNode
  isWide?: boolean
  /** Asks for a decision: only its buttons and Escape close it. */
  isAlert?: boolean
  /** Cannot be closed at present. */
  isBlocked?: boolean
  /** The dialog is a field with results below it: on phones it fills what the keyboard leaves, and its footer is there while the field can be submitted. */
  fromTop?: boolean
  /** The only field may stay empty: on touch screens a click opens the keyboard, not the dialog itself. */
  hasOptionalField?: boolean
}

/** A modal dialog, open while it is rendered: a bottom sheet on phones, centered elsewhere. */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, footer, children, isWide, isAlert, isBlocked } = props
  const { fromTop = false, hasOptionalField = false } = props
  const id = useId()
  const modal = useModal(onClose, hasOptionalField)
  useVisibleArea(modal.ref)
  const backdrop = useBackdrop(() => !isAlert && !isBlocked && onClose())
  return createPortal(
    <dialog
      {...modal}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // Chromium closes it on a second Escape even if `cancel` is prevented; others do not know the attribute.
      closedby={isBlocked ? 'none' : 'closerequest'}
      onCancel={event => isBlocked && event.preventDefault()}
      {...backdrop}
      className={classes(sheet, fromTop && topSheet, isWide ? 'sm:max-w-2xl' : 'sm:max-w-md')}
    >
      {/* Has the padding, so that only a click on the backdrop has the dialog itself as its target. */}
      <div
        className={classes(
          'grid grid-cols-1 gap-4 p-5 pb-(--sheet-end) [--sheet-end:max(1.25rem,env(safe-area-inset-bottom))] sm:p-6 sm:[--sheet-end:1.5rem]',
          fromTop && 'max-sm:gap-3 max-sm:px-4 max-sm:pt-0',
        )}
      >
        <h2
          id={`${id}-title`}
          className={classes(
            'text-heading font-extrabold',
            !isAlert && 'pr-10',
            fromTop && 'max-sm:-mb-3 max-sm:grid max-sm:min-h-14 max-sm:items-center',
          )}
        >
          {title}
        </h2>
        {description && (
          <div id={`${id}-description`} className="text-muted">
            {description}
          </div>
        )}
        {children}
        {footer && (
          <div
            className={classes(
              footerRow,
              fromTop && 'max-sm:not-has-[[type=submit]:enabled]:hidden',
            )}
          >
            {footer}
          </div>
        )}
        {/* Last in the DOM, so that the first field gets the initial focus. */}
        {!isAlert && (
          <button
            type="button"
            onClick={() => !isBlocked && onClose()}
            className={classes(
              'absolute right-3 grid h-11 min-w-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink',
              fromTop ? 'top-1.5 max-sm:px-2 max-sm:font-bold max-sm:text-ink sm:top-3' : 'top-3',
            )}
          >
            <Icon icon={X} size={20} className={fromTop ? 'max-sm:hidden' : ''} />
            {fromTop && <span className="sm:hidden">Done</span>}
            <span className={classes('sr-only', fromTop && 'max-sm:hidden')}>Close</span>
          </button>
        )}
      </div>
    </dialog>,
    document.body,
  )
}

/** Props of a modal `<dialog>` that is open while it is rendered. Closing returns the focus, which removing the element alone does not. */
export function useModal(onClose: () => void, hasOptionalField = false) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    dismissToast()
    keepPageWidth()
    element.showModal()
    if (hasOptionalField && matchMedia('(pointer: coarse)').matches) {
      element.tabIndex = -1
      element.focus()
    }
    const reportClosed = reportDialog(element)
    return () => {
      reportClosed()
      element.close()
    }
  }, [hasOptionalField])
  return {
    ref: dialog,
    // The cleanup above closes it, too; at the time of that event the element is no longer in the page.
    onClose: ({ currentTarget }: SyntheticEvent) => currentTarget.isConnected && onClose(),
  }
}

/** The page has no scrollbar under a modal dialog (theme.css); where scrollbars have a width, it would become wider. */
function keepPageWidth() {
  if (document.querySelector(':modal')) return
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scrollbar-width', `${window.innerWidth - clientWidth}px`)
}

/** A phone lays its keyboard over the page, and only `visualViewport` says where. A page that is zoomed moves under it. */
function useVisibleArea(dialog: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const resize = () => {
      const { style } = dialog.current ?? {}
      const isZoomed = view.scale > 1
      style?.setProperty('--visible-top', isZoomed ? '' : `${view.offsetTop}px`)
      style?.setProperty('--visible-height', isZoomed ? '' : `${view.height}px`)
    }
    const resizeAroundField = () => {
      resize()
      dialog.current?.querySelector(':focus')?.scrollIntoView({ block: 'nearest' })
    }
    resize()
    view.addEventListener('resize', resizeAroundField)
    view.addEventListener('scroll', resize)
    return () => {
      view.removeEventListener('resize', resizeAroundField)
      view.removeEventListener('scroll', resize)
    }
  }, [dialog])
}

/** A click counts if it also began there: a selection of text may end there. */
function useBackdrop(onBackdrop: () => void) {
  const began = useRef(false)
  const isOn = (event: MouseEvent) => event.target === event.currentTarget
  return {
    onPointerDown: (event: MouseEvent) => {
      began.current = isOn(event)
    },
    onClick: (event: MouseEvent) => began.current && isOn(event) && onBackdrop(),
  }
}

/** A `translate` would be the frame of the toasts that are shown in the sheet. */
const sheet = classes(
  'fixed inset-x-0 top-auto bottom-[calc(100%-var(--visible-top)-var(--visible-height))] m-0 max-h-[calc(var(--visible-height)*0.9)] w-full [--visible-height:100%] [--visible-top:0px] max-w-none animate-slide-up scroll-pb-24 overflow-y-auto overscroll-contain rounded-t-card border border-line bg-surface text-ink shadow-float outline-none',
  'backdrop:animate-fade-in backdrop:bg-overlay sm:inset-0 sm:m-auto sm:h-fit sm:rounded-card',
)
const topSheet =
  'max-sm:top-(--visible-top) max-sm:bottom-auto max-sm:h-(--visible-height) max-sm:max-h-none max-sm:rounded-none max-sm:border-0'
/** Stays in view while what is above it is scrolled. */
const footerRow = classes(
  'sticky bottom-0 -mx-5 mt-1 -mb-(--sheet-end) bg-surface px-5 pt-2 pb-(--sheet-end)',
  'flex flex-col-reverse gap-2 sm:-mx-6 sm:flex-row sm:flex-wrap sm:justify-end sm:px-6',
)
