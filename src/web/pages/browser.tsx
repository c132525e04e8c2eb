import '../../ui/theme/theme.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { paths } from '../../contract/paths.shared.ts'
import type { CurrentUser } from '../../members/members.schemas.ts'
import { currentUserQuery } from '../../members/screens/use-current-user.ts'
import {
  getByFetch,
  newQueryClient,
  refetchAfterChanges,
  refetchAll,
  setViewer,
} from '../../ui/data/api.ts'
import { DownloadError } from '../../ui/routing/lazy.ts'
import { followTranslation } from '../../ui/text/page-translation.ts'
import { App, type PageState } from './app.tsx'
import { matchPage, pagesOf } from './page-table.tsx'

followTranslation()
if (import.meta.env.PROD) window.addEventListener('load', registerServiceWorker)

const stateElement = document.getElementById('state')
const container = document.getElementById('app')
if (!stateElement || !container) throw new Error('The page was not rendered by the server')

const state = JSON.parse(stateElement.textContent) as PageState
const client = newQueryClient(getByFetch)
for (const [key, data] of state.queries) client.setQueryData(key, data, { updatedAt: state.now })

refetchAfterChanges(client)
const currentUser = () => client.getQueryData(currentUserQuery.queryKey)
setViewer(() => {
  const user = currentUser()
  return user === null ? 'none' : user?.member_key
})
window.addEventListener('pagehide', hideIfKept)
window.addEventListener('pageshow', showIfHidden)

const url = new URL(window.location.href)
const first = matchPage(pagesOf(state.site), url.pathname)
// No top-level await: chunks that import this one would wait for it, and it for them.
void first.page.load().then(() => {
  startTransition(() => {
    hydrateRoot(container, <App client={client} state={state} first={first} url={url} />, {
      onCaughtError: logCaughtError,
    })
  })
}, showLoadFailure)

/** The page says what could not be downloaded, and leaving it ends the downloads that it began. */
function logCaughtError(error: unknown) {
  // biome-ignore lint/suspicious/noConsole: as React does by itself
  if (!(error instanceof DownloadError)) console.error(error)
}

/** Browsers refuse without https, except on this machine, and some in private windows. The app works without. */
function registerServiceWorker() {
  navigator.serviceWorker?.register(paths.serviceWorker).catch(() => {})
}

/** Back must not show the page of a member who has signed out since, whichever tab did that. */
function hideIfKept({ persisted }: PageTransitionEvent) {
  // Without boxes, as with `hidden`, the page would lose its scroll position.
  if (persisted && currentUser() !== null) document.documentElement.style.visibility = 'hidden'
}

/** Shows the page to the same member without a load, which would lose what was typed and in Firefox sometimes the scroll position. */
async function showIfHidden() {
  const { style } = document.documentElement
  if (style.visibility !== 'hidden') return
  // `call` would leave for the login by itself. After a failure the browser says what is wrong.
  const member = await readMember().catch(() => null)
  if (!member || member.member_key !== currentUser()?.member_key) return window.location.reload()
  client.setQueryData(currentUserQuery.queryKey, member)
  style.visibility = ''
  refetchAll(client)
}

async function readMember(): Promise<CurrentUser | null> {
  const response = await fetch('/api/user', { cache: 'no-store' })
  return response.ok ? response.json() : null
}

/** The rendered page stays readable. */
function showLoadFailure() {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<p role="alert" class="dark-block fixed inset-x-0 top-0 bg-surface p-4 text-center text-ink">Part of this page could not be loaded. <a href="" class="underline">Reload</a></p>',
  )
}
