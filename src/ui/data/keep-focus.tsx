import { type ReactNode, useEffect, useRef } from 'react'

/** Around rows that may go while they have the focus: their place takes it then, instead of the document. */
export function KeepFocus({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus is
    <div
      ref={place}
      tabIndex={-1}
      className="outline-none"
      // Dialogs and menus of the rows count, too. An element that is removed has no blur event.
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={() => {
        hadFocus.current = false
      }}
    >
      {children}
    </div>
  )
}
