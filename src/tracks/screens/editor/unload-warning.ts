let enabled = false

/** Makes the browser ask before it closes the page. Stays enabled when the screen is left, because unsaved edits are kept. */
export function setUnloadWarning(hasUnsavedChanges: boolean) {
  if (hasUnsavedChanges === enabled) return
  enabled = hasUnsavedChanges
  if (enabled) {
    window.addEventListener('beforeunload', warn)
    window.addEventListener('user-logout', disable)
  } else {
    window.removeEventListener('beforeunload', warn)
    window.removeEventListener('user-logout', disable)
  }
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
const disable = () => setUnloadWarning(false)
