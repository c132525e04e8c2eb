import { paths } from '../../contract/paths.shared.ts'

const eventName = 'drop-completed'
const recentMs = 30_000

let stopListening = () => {}

/** Dispatches the event that the specification names. */
export function dispatchDropCompleted(dropNumber: number) {
  window.dispatchEvent(new CustomEvent(eventName, { detail: { drop_number: dropNumber } }))
}

/**
 * For 30 seconds after a drop, navigating to the member's drop history reloads the page, also from another screen. The
 * specification asks for it; the queries would be read again without it.
 */
export function reloadHistoryAfterDrop(username: string) {
  stopListening()
  const history = paths.drops(username).toLowerCase()
  let timer: ReturnType<typeof setTimeout>
  const onNavigate = () => {
    if (decodeURIComponent(window.location.pathname).toLowerCase() === history)
      window.location.reload()
  }
  const stopWatching = () => {
    clearTimeout(timer)
    window.navigation?.removeEventListener('currententrychange', onNavigate)
  }
  const onDrop = () => {
    stopWatching()
    window.navigation?.addEventListener('currententrychange', onNavigate)
    timer = setTimeout(stopWatching, recentMs)
  }
  window.addEventListener(eventName, onDrop)
  stopListening = () => window.removeEventListener(eventName, onDrop)
}
