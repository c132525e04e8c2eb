import { paths } from '../../platform/paths.ts'

const eventName = 'drop-completed'
const recentMs = 30_000
const routerEvents = ['pushState', 'replaceState', 'popstate']

/** Tells the page that a drop was made, with its number. */
export function announceDrop(dropNumber: number) {
  window.dispatchEvent(new CustomEvent(eventName, { detail: { drop_number: dropNumber } }))
}

/** For 30 seconds after a drop, going to the member's own drop history loads that page anew. Stays when the screen is left. */
export function reloadHistoryAfterDrop(username: string) {
  stop()
  const history = paths.drops(username).toLowerCase()
  let timer: ReturnType<typeof setTimeout>
  const onMove = () => {
    if (decodeURIComponent(window.location.pathname).toLowerCase() === history)
      window.location.reload()
  }
  const unwatch = () => {
    clearTimeout(timer)
    for (const event of routerEvents) window.removeEventListener(event, onMove)
  }
  const onDrop = () => {
    unwatch()
    for (const event of routerEvents) window.addEventListener(event, onMove)
    timer = setTimeout(unwatch, recentMs)
  }
  window.addEventListener(eventName, onDrop)
  stop = () => {
    unwatch()
    window.removeEventListener(eventName, onDrop)
  }
}

let stop = () => {}
