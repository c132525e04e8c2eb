import { useEffect, useState } from 'react'

let made = 0

/** Where the reader was, for each entry of the browser's history. */
const places = new Map<string, number>()

/** A name of this entry of the browser's history, the same again after Back; and the place on the page comes back with it. */
export function useHistoryEntry(): string {
  const [entry] = useState(() => entryOfNow() ?? `${Math.random()}-${++made}`)
  useEffect(() => {
    if (entryOfNow() !== entry) window.history.replaceState({ ...window.history.state, entry }, '')
    const place = places.get(entry)
    // A frame later, because every change of page scrolls to the top first.
    const frame = requestAnimationFrame(() => {
      if (place) window.scrollTo(0, place)
      window.addEventListener('scroll', remember, { passive: true })
    })
    const remember = () => places.set(entry, window.scrollY)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', remember)
    }
  }, [entry])
  return entry
}

function entryOfNow(): string | undefined {
  if (typeof window === 'undefined') return 'server'
  const state = window.history.state as { entry?: unknown } | null
  return typeof state?.entry === 'string' ? state.entry : undefined
}
