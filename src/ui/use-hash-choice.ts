import { useSyncExternalStore } from 'react'

/**
 * One of a few words kept in the address's hash; the first when it has none of them. The server never
 * sees a hash: it renders the first, and the browser changes to the chosen one after taking over.
 */
export function useHashChoice<T extends string>(
  choices: readonly [T, ...T[]],
): [T, (choice: T) => void] {
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  )
  const chosen = choices.find(choice => `#${choice}` === hash) ?? choices[0]
  return [chosen, choose]
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Replaces the entry of the history, so that Back leaves the page and not the tab. */
function choose(choice: string) {
  window.history.replaceState(window.history.state, '', `#${choice}`)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}
