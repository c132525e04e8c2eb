import { createStore, useStore } from '../create-store.ts'
import { replaceUrl } from './router.tsx'

const hash = createStore(() => window.location.hash, '', ['hashchange'])

/** A choice kept in the hash; the first without a valid hash. The server does not see it: the browser switches after hydration. */
export function useHashChoice<T extends string>(
  choices: readonly [T, ...T[]],
): [T, (choice: T) => void] {
  const current = useStore(hash)
  return [choices.find(choice => `#${choice}` === current) ?? choices[0], choose]
}

/** Replaces the history entry, so that Back leaves the page instead of the tab. */
function choose(choice: string) {
  if (replaceUrl(`#${choice}`)) hash.notify()
}
