import type { ReactNode } from 'react'
import { createStore } from '../create-store.ts'

type ToastOptions = {
  description?: ReactNode
  /** Milliseconds. */
  duration?: number
  kind?: 'info' | 'success' | 'error'
  action?: { label: string; onClick: () => void }
}

/** Shows a message in place of the previous one. It disappears, so anything important must be shown on the page, too. */
export async function toast(
  title: string,
  { description, duration = 5000, kind = 'info', action }: ToastOptions = {},
): Promise<void> {
  used = true
  toasterUsed.notify()
  const sonner = await loadSonner()
  if (!sonner) return
  await mounted.promise
  sonner.dismiss()
  const show = kind === 'info' ? sonner : sonner[kind]
  // A timer of its own: the library's does not wait for the focus.
  clearTimeout(timer)
  const id = show(title, { description, duration: Number.POSITIVE_INFINITY, action })
  // A pointer that rests where the toast appears does not hold it.
  let inUse = focusedToast
  window.addEventListener(
    'pointermove',
    () => {
      inUse = usedToast
    },
    { once: true },
  )
  const dismissUnused = () => {
    if (document.querySelector(inUse)) timer = setTimeout(dismissUnused, recheckMs)
    else sonner.dismiss(id)
  }
  timer = setTimeout(dismissUnused, duration)
}

const focusedToast = '[data-sonner-toast]:focus-within'
/** A tap leaves no pointer. */
const usedToast = '[data-sonner-toast]:is(:hover, :focus-within)'
const recheckMs = 1000

let timer: ReturnType<typeof setTimeout> | undefined

/** Undefined when it cannot be downloaded: what matters is on the page, too. */
const loadSonner = () =>
  import('sonner').then(
    ({ toast: sonner }) => sonner,
    () => undefined,
  )

export const toastError = (title: string, description: string) =>
  toast(title, { description, kind: 'error' })

/** Called by dialogs: the last toast must not cover them. */
export function dismissToast(): void {
  clearTimeout(timer)
  if (used) void loadSonner().then(sonner => sonner?.dismiss())
}

let openDialogs: HTMLDialogElement[] = []

/** Until the returned function is called, this dialog is open. */
export function reportDialog(dialog: HTMLDialogElement): () => void {
  openDialogs = [...openDialogs, dialog]
  topDialog.notify()
  return () => {
    openDialogs = openDialogs.filter(open => open !== dialog)
    topDialog.notify()
  }
}

export const topDialog = createStore(() => openDialogs.at(-1), undefined)

let used = false
const mounted = Promise.withResolvers<void>()

/** The component that shows toasts is loaded with the first one. */
export const toasterUsed = createStore(() => used, false)

/** The first toast waits until its component is mounted. */
export const reportToasterMounted = () => mounted.resolve()
