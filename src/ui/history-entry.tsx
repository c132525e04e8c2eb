import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

let created = 0

const scrollPositions = new Map<string, number>()

const HistoryEntryContext = createContext('')

export const useHistoryEntry = () => useContext(HistoryEntryContext)

/** Around each screen: after Back and Forward it is scrolled to where it was. */
export function HistoryEntry({ children }: { children: ReactNode }) {
  const [entry] = useState(() => currentEntry() ?? `${Math.random()}-${++created}`)
  useEffect(() => {
    if (currentEntry() !== entry)
      window.history.replaceState({ ...window.history.state, entry }, '')
    const scrollY = scrollPositions.get(entry)
    // A frame later, because a navigation scrolls to the top first.
    const frame = requestAnimationFrame(() => {
      if (scrollY) window.scrollTo(0, scrollY)
      window.addEventListener('scroll', savePosition, { passive: true })
    })
    const savePosition = () => scrollPositions.set(entry, window.scrollY)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', savePosition)
    }
  }, [entry])
  return <HistoryEntryContext value={entry}>{children}</HistoryEntryContext>
}

function currentEntry(): string | undefined {
  if (typeof window === 'undefined') return 'server'
  const state = window.history.state as { entry?: unknown } | null
  return typeof state?.entry === 'string' ? state.entry : undefined
}
