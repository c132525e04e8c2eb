import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react'

const delayMs = 700
/** Within this time after one tooltip has gone, the next comes at once. */
const skipDelayMs = 300

/**
 * Tooltips of a group of controls, one shown at a time. A tooltip repeats a control's own name for
 * the eye, so readers of the screen are not told twice.
 */
export function useTooltips() {
  const [shown, setShown] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const goneAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => () => clearTimeout(timer.current), [])

  function hide() {
    clearTimeout(timer.current)
    if (shown !== null) goneAt.current = performance.now()
    setShown(null)
  }

  const over = (id: string) => ({
    onPointerEnter(event: PointerEvent) {
      if (event.pointerType !== 'mouse') return
      const soon = performance.now() - goneAt.current < skipDelayMs
      timer.current = setTimeout(() => setShown(id), soon ? 0 : delayMs)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus(event: FocusEvent) {
      if (event.target.matches(':focus-visible')) setShown(id)
    },
    onBlur: hide,
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape') hide()
    },
  })
  return { shown, over }
}

/** Stands to the right of its positioned parent. */
export function Tooltip({ children }: { children: string }) {
  return (
    <span
      role="tooltip"
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-full z-50 ml-2 -translate-y-1/2 animate-fade rounded-md bg-ink px-2.5 py-1.5 text-sm font-medium whitespace-nowrap text-canvas"
    >
      {children}
    </span>
  )
}
