import { type HTMLAttributes, useEffect, useRef, useState } from 'react'

const delayMs = 700
/** Within this time after a tooltip was hidden, the next one is shown without delay. */
const skipDelayMs = 300

/** Shown one at a time, and hidden from screen readers: a tooltip repeats the control's accessible name. */
export function useTooltips() {
  const [shown, setShown] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hiddenAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => () => clearTimeout(timer.current), [])

  function hide() {
    clearTimeout(timer.current)
    if (shown !== null) hiddenAt.current = performance.now()
    setShown(null)
  }

  const triggerProps = (id: string): HTMLAttributes<HTMLElement> => ({
    onPointerEnter(event) {
      if (event.pointerType !== 'mouse') return
      const skipsDelay = performance.now() - hiddenAt.current < skipDelayMs
      timer.current = setTimeout(() => setShown(id), skipsDelay ? 0 : delayMs)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus(event) {
      if (event.target.matches(':focus-visible')) setShown(id)
    },
    onBlur: hide,
    onKeyDown(event) {
      if (event.key !== 'Escape') return
      // Escape ends the tooltip alone, not what plays.
      if (shown !== null) event.preventDefault()
      hide()
    },
  })
  return { shown, triggerProps }
}

export function Tooltip({ children }: { children: string }) {
  return (
    <span
      role="tooltip"
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-full max-sm:hidden z-50 ml-2 -translate-y-1/2 animate-fade-in rounded-md bg-ink px-2.5 py-1.5 text-sm font-medium whitespace-nowrap text-canvas"
    >
      {children}
    </span>
  )
}
