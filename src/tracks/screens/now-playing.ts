import { useEffect, useId, useSyncExternalStore } from 'react'

// Which card's player stands. One for the whole page: a second one takes the first away.
let current: string | null = null
const listeners = new Set<() => void>()

/** Whether this card's player stands, and how to ask for it. */
export function useNowPlaying() {
  const own = useId()
  const playing = useSyncExternalStore(
    subscribe,
    () => current === own,
    () => false,
  )
  useEffect(() => () => change(own, null), [own])
  return { playing, play: () => change(current, own) }
}

function change(from: string | null, to: string | null) {
  if (current !== from) return
  current = to
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
