import { createStore, useStore } from './create-store.ts'

/** The event of browsers that let a page offer its installation; not in TypeScript's library. */
type InstallPromptEvent = Event & { prompt(): Promise<unknown> }

let offered: InstallPromptEvent | null = null
const store = createStore(() => offered, null)

/** To be called once, before the browser's event; the browser's own offer does not appear. */
export function keepInstallPrompt() {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    offered = event as InstallPromptEvent
    store.notify()
  })
  window.addEventListener('appinstalled', forget)
}

function forget() {
  offered = null
  store.notify()
}

/** Opens the browser's dialog; null where the app is installed or cannot be. */
export function useInstallPrompt(): (() => void) | null {
  const event = useStore(store)
  if (!event) return null
  return () => {
    // A browser accepts one answer for each event.
    forget()
    void event.prompt()
  }
}
