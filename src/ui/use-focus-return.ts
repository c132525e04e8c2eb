import { useRef } from 'react'
import { dismissToast } from './toast.ts'

/** Radix gives the focus back to a dialog's own trigger alone. This gives it to whatever had it, for dialogs opened by state. */
export function useFocusReturn() {
  const before = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      dismissToast()
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = before
      if (!(current instanceof HTMLElement) || current === document.body || !current.isConnected)
        return
      event.preventDefault()
      current.focus()
    },
  }
}
