import { useEffect, useId } from 'react'
import { createStore, useStore } from '../../ui/create-store.ts'

// At most one player on a page: opening a second closes the first.
let playerId: string | null = null
const openPlayer = createStore(() => playerId, null)

/** Whether this component's player is open, and how to open it. */
export function useNowPlaying() {
  const id = useId()
  useEffect(() => () => replacePlayer(id, null), [id])
  return { playing: useStore(openPlayer) === id, play: () => replacePlayer(playerId, id) }
}

function replacePlayer(from: string | null, to: string | null) {
  if (playerId !== from) return
  playerId = to
  openPlayer.notify()
}
