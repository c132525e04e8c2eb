let armed = false

/** Has the browser ask before it leaves the page. Edits outlive their screen, so this does too, until they are saved or gone. */
export function warnBeforeLeaving(unsaved: boolean) {
  if (unsaved === armed) return
  armed = unsaved
  if (unsaved) {
    window.addEventListener('beforeunload', ask)
    window.addEventListener('user-logout', disarm)
  } else {
    window.removeEventListener('beforeunload', ask)
    window.removeEventListener('user-logout', disarm)
  }
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()
const disarm = () => warnBeforeLeaving(false)
