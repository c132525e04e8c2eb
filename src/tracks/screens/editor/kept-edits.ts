import type { QueryClient } from '@tanstack/react-query'
import type { Edits } from './local-edits.ts'

/** Of the unsaved edits in the client's cache, where they are while other screens are open; null without any. */
export const editsKey = ['local edits']

const storageKey = (username: string) => `unsavedList:${username}`

/** Keeps the unsaved edits in this browser until the same member has signed in again. */
export function keepEdits(client: QueryClient, username: string) {
  const edits = client.getQueryData<Edits | null>(editsKey)
  if (edits) localStorage.setItem(storageKey(username), JSON.stringify(edits))
}

/** Edits that were kept, once; null without any. */
export function takeKeptEdits(username: string): Edits | null {
  const kept = localStorage.getItem(storageKey(username))
  localStorage.removeItem(storageKey(username))
  return kept === null ? null : (JSON.parse(kept) as Edits)
}
