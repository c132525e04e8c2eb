import { useSyncExternalStore } from 'react'

// The keys are the specification's; signing out clears the first two.
const hiddenKey = 'dropButtonHidden'
const successfulKey = 'dropSuccessful'
const hiddenSinceKey = 'dropButtonHiddenSince'

const listeners = new Set<() => void>()

/** Whether the drop button is hidden here: from a drop until changes are saved. */
export const useDropButtonHidden = () =>
  useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(hiddenKey) === 'true',
    () => false,
  )

export function hideDropButton(since: string) {
  localStorage.setItem(hiddenKey, 'true')
  localStorage.setItem(hiddenSinceKey, since)
  tell()
}

export function showDropButton() {
  localStorage.removeItem(hiddenKey)
  localStorage.removeItem(hiddenSinceKey)
  tell()
}

/** Shows the button again when the list was saved after the drop on another device, which cannot lift the flag here. */
export function showDropButtonIfSavedSince(times: string[]) {
  const since = localStorage.getItem(hiddenSinceKey)
  if (since && times.some(time => time > since)) showDropButton()
}

/** Has the drop history ask the server anew when it is next opened. */
export const markDropSuccessful = () => localStorage.setItem(successfulKey, 'true')

/** Whether there was a drop since the history was last asked for; asking resets it. */
export function takeDropSuccessful(): boolean {
  const successful = localStorage.getItem(successfulKey) === 'true'
  if (successful) localStorage.setItem(successfulKey, 'false')
  return successful
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function tell() {
  for (const listener of listeners) listener()
}
