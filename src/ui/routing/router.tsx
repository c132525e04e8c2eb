import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createStore } from '../create-store.ts'

/** `visit` counts the navigations. */
type Shown = { url: URL; visit: number }

/** The screen that is shown. While a page loads, the browser has the URL of that page already. */
let shown: Shown | undefined
const shownStore = createStore<Shown | undefined>(() => shown, undefined)

const UrlContext = createContext<Shown | null>(null)

export function UrlProvider({ url, children }: { url: URL; children: ReactNode }) {
  const [first] = useState({ url, visit: 0 })
  const current = useSyncExternalStore(
    shownStore.subscribe,
    () => shown ?? first,
    () => first,
  )
  return <UrlContext value={current}>{children}</UrlContext>
}

/** The URL's fragment is that of the last navigation: use `useHashChoice` instead. */
export const useUrl = (): URL => useShown().url

/** Changes with each navigation, also to the same page. */
export const useVisit = (): number => useShown().visit

function useShown(): Shown {
  const current = useContext(UrlContext)
  if (!current) throw new Error('An UrlProvider is missing')
  return current
}

/** Undefined in browsers without it, where an element's id can make a `window.navigation`. */
const navigation = typeof Navigation === 'function' ? window.navigation : undefined

let isLoading = false
export const pageLoading = createStore(() => isLoading, false)

/**
 * Shows pages without loading their document. History, scroll position and fragment stay the browser's;
 * one without the Navigation API loads documents (docs/decisions/screens/2026-11-23-navigation.md).
 * @param load Loads what the page renders with and never rejects; null leaves the page to the server.
 */
export function startRouter(load: (url: URL) => Promise<unknown> | null): () => void {
  const onNavigate = (event: NavigateEvent) => {
    if (!isForRouter(event)) return
    const loaded = load(new URL(event.destination.url))
    if (!loaded && event.navigationType !== 'traverse') return
    event.intercept({ handler: () => show(event, loaded), focusReset: 'manual' })
  }
  navigation?.addEventListener('navigate', onNavigate)
  return () => navigation?.removeEventListener('navigate', onNavigate)
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

let lastNavigation: NavigateEvent | undefined

async function show(event: NavigateEvent, loaded: Promise<unknown> | null) {
  lastNavigation = event
  // A traversal within the document loads nothing by itself.
  if (!loaded) return window.location.reload()
  setLoading(true)
  await loaded
  // The signal does not tell: a fragment, a download or the Stop button also aborts, and keeps the URL of this page.
  if (event !== lastNavigation) return
  setLoading(false)
  const url = new URL(event.destination.url)
  flushSync(() => setShown({ url, visit: visitOf(shown) + 1 }))
  // The link that was followed may be gone. With a fragment the browser starts from its element.
  if (!url.hash) document.getElementById('content')?.focus({ preventScroll: true })
  // The browser restores the position of a traversal and scrolls to a fragment, unless the navigation was aborted.
  const browserScrolls = event.navigationType === 'traverse' || url.hash !== ''
  // Chromium up to 148 does not go to the top itself.
  if (event.signal.aborted || !browserScrolls) window.scrollTo(0, 0)
}

function setLoading(value: boolean) {
  isLoading = value
  pageLoading.notify()
}

const visitOf = (screen: Shown | undefined) => screen?.visit ?? 0

function setShown(screen: Shown) {
  shown = screen
  shownStore.notify()
}

export function navigate(path: string, { replace = false } = {}): void {
  if (navigation) navigation.navigate(path, { history: replace ? 'replace' : 'push', info: ofApp })
  else if (replace) window.location.replace(path)
  else window.location.assign(path)
}

/** Changes the query without a new history entry. */
export function replaceQuery(query: URLSearchParams): void {
  const { pathname, hash } = window.location
  const search = query.size > 0 ? `?${query}` : ''
  if (!replaceUrl(`${pathname}${search}${hash}`)) return
  setShown({ url: new URL(window.location.href), visit: visitOf(shown) })
}

/** False while a page loads: the history entry is already that of the next page. */
export function replaceUrl(url: string): boolean {
  if (isLoading) return false
  window.history.replaceState(window.history.state, '', url)
  return true
}

/** Identifies the history entry within the tab, also after Back and a reload. */
export const historyEntryKey = () => navigation?.currentEntry?.key ?? 'first'
