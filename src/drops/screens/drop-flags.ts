import { createStore } from '../../ui/create-store.ts'

const hiddenKey = 'dropButtonHidden'
const successfulKey = 'dropSuccessful'
const hiddenSinceKey = 'dropButtonHiddenSince'

export const dropButtonHidden = createStore(
  () => localStorage.getItem(hiddenKey) === 'true',
  false,
  ['storage'],
)

export function hideDropButton(since: string) {
  localStorage.setItem(hiddenKey, 'true')
  localStorage.setItem(hiddenSinceKey, since)
  dropButtonHidden.notify()
}

export function showDropButton() {
  localStorage.removeItem(hiddenKey)
  localStorage.removeItem(hiddenSinceKey)
  dropButtonHidden.notify()
}

/** Shows the button again when the list was saved after the drop on another device, which cannot change this browser's flag. */
export function showDropButtonIfSavedSince(savedAt: string) {
  const since = localStorage.getItem(hiddenSinceKey)
  if (since && savedAt > since) showDropButton()
}

export const setDropSuccessful = () => localStorage.setItem(successfulKey, 'true')

/** Whether there was a drop since the last call; resets the flag. */
export function takeDropSuccessful(): boolean {
  const successful = localStorage.getItem(successfulKey) === 'true'
  if (successful) localStorage.setItem(successfulKey, 'false')
  return successful
}
