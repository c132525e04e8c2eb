import { useEffect, useState } from 'react'

const eventName = 'duplicate-track'
const highlightMs = 3000

/** Highlights the card that already has the track being added. The specification names the event. */
export function highlightDuplicate(id: number) {
  window.dispatchEvent(new CustomEvent(eventName, { detail: { id } }))
}

/** True for three seconds after a `duplicate-track` event with this id. */
export function useDuplicateHighlight(id: number): boolean {
  const [highlighted, setHighlighted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const highlight = (event: Event) => {
      if ((event as CustomEvent<{ id?: unknown } | null>).detail?.id !== id) return
      setHighlighted(true)
      clearTimeout(timer)
      timer = setTimeout(() => setHighlighted(false), highlightMs)
    }
    window.addEventListener(eventName, highlight)
    return () => {
      window.removeEventListener(eventName, highlight)
      clearTimeout(timer)
    }
  }, [id])
  return highlighted
}
