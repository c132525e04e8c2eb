import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createStore } from './create-store.ts'

/** `visit` counts the navigations. */
type Shown = { url: URL; visit: number }

/** The screen that is shown. While a page loads, the browser has the address of that page already. */
let shown: Shown | undefined
const address = createStore<Shown | undefined>(() => shown, undefined)

const AddressContext = createContext<Shown | null>(null)

export function AddressProvider({ url, children }: { url: URL; children: ReactNode }) {
  const [first] = useState({ url, visit: 0 })
  const current = useSyncExternalStore(
    address.subscribe,
    () => shown ?? first,
    () => first,
  )
  return <AddressContext value={current}>{children}</AddressContext>
}

/** Its fragment is that of the last navigation: use `useHashChoice` instead. */
export const useAddress = (): URL => useShown().url

/** Changes with each navigation, also to the same page. */
export const useVisit = (): number => useShown().visit

function useShown(): Shown {
  const current = useContext(AddressContext)
  if (!current) throw new Error('An AddressProvider is missing')
  return current
}

let isLoading = false
export const pageLoading = createStore(() => isLoading, false)

/**
 * Shows pages without loading their document. History, scroll position and fragment stay the browser's;
 * one without the Navigation API loads documents (docs/decisions/2026-11-23-navigation.md).
 * @param load Loads what the page renders with and never rejects; null leaves the page to the server.
 */
export function startRouter(load: (url: URL) => Promise<unknown> | null): () => void {
  const onNavigate = (event: NavigateEvent) => {
    if (!isForRouter(event)) return
    const url = new URL(event.destination.url)
    const loaded = load(url)
    const isTraversal = event.navigationType === 'traverse'
    if (!loaded && !isTraversal) return
    event.intercept({
      // A traversal within the document loads nothing by itself.
      handler: async () => (loaded ? show(url, loaded, event.signal) : window.location.reload()),
      focusReset: 'manual',
    })
  }
  window.navigation?.addEventListener('navigate', onNavigate)
  return () => window.navigation?.removeEventListener('navigate', onNavigate)
}

const ofApp = 'app'

/** Links, Back, Forward and `navigate`; not `location.assign`, `location.reload` and `history.replaceState`. */
const isForRouter = (event: NavigateEvent) =>
  event.canIntercept &&
  !event.hashChange &&
  event.downloadRequest === null &&
  event.formData === null &&
  event.navigationType !== 'reload' &&
  (event.userInitiated || event.navigationType === 'traverse' || event.info === ofApp)

async function show(url: URL, loaded: Promise<unknown>, signal: AbortSignal) {
  setLoading(true)
  await loaded
  // The next navigation has begun.
  if (signal.aborted) return
  setLoading(false)
  // The browser scrolls when this function has ended.
  flushSync(() => setShown({ url, visit: visitOf(shown) + 1 }))
  // The link that was followed may be gone. With a fragment the browser starts from its element.
  if (!url.hash) document.getElementById('content')?.focus({ preventScroll: true })
}

function setLoading(value: boolean) {
  isLoading = value
  pageLoading.notify()
}

const visitOf = (screen: Shown | undefined) => screen?.visit ?? 0

function setShown(screen: Shown) {
  shown = screen
  address.notify()
}

export function navigate(path: string, { replace = false } = {}): void {
  if (window.navigation)
    window.navigation.navigate(path, { history: replace ? 'replace' : 'push', info: ofApp })
  else if (replace) window.location.replace(path)
  else window.location.assign(path)
}

/** Changes the query without a new history entry. */
export function replaceQuery(query: URLSearchParams): void {
  // Its entry is the next page's already.
  if (isLoading) return
  const { pathname, hash } = window.location
  const search = query.size > 0 ? `?${query}` : ''
  window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`)
  setShown({ url: new URL(window.location.href), visit: visitOf(shown) })
}

/** Identifies the history entry within the tab, also after Back and a reload. */
export const historyEntryKey = () => globalThis.navigation?.currentEntry?.key ?? 'first'
