import type { Edits } from './local-edits.ts'

/** In place of a username: the list that somebody makes before there is an account. */
export const nobody = ''

/** Increment the number when `Edits` changes, so that edits stored by an earlier version are ignored. */
const storageKey = (username: string) => `unsavedList1:${username}`

/** Stores unsaved edits in this browser, where they outlast the tab and the session; null removes them. */
export function keepEdits(username: string, edits: Edits | null) {
  if (edits) localStorage.setItem(storageKey(username), JSON.stringify(edits))
  else localStorage.removeItem(storageKey(username))
}

export function keptEdits(username: string): Edits | null {
  const kept = localStorage.getItem(storageKey(username))
  return kept === null ? null : (JSON.parse(kept) as Edits)
}
