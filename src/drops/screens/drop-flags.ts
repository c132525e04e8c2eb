import { createStore } from '../../ui/create-store.ts'

const hiddenKey = 'dropButtonHidden'
const successfulKey = 'dropSuccessful'
const hiddenOfKey = 'dropButtonHiddenOf'
const hiddenSinceKey = 'dropButtonHiddenSince'

/** The username of the member whose button is hidden. Another member can sign in with the same browser. */
export const hiddenDropButton = createStore(
  () => (localStorage.getItem(hiddenKey) === 'true' ? localStorage.getItem(hiddenOfKey) : null),
  null,
  ['storage'],
)

export function hideDropButton(username: string, since: string) {
  localStorage.setItem(hiddenKey, 'true')
  localStorage.setItem(hiddenOfKey, username)
  localStorage.setItem(hiddenSinceKey, since)
  hiddenDropButton.notify()
}

export function showDropButton() {
  for (const key of [hiddenKey, hiddenOfKey, hiddenSinceKey]) localStorage.removeItem(key)
  hiddenDropButton.notify()
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
