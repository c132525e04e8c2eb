import '../../ui/theme.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { paths } from '../../contract/paths.shared.ts'
import { currentUserQuery } from '../../members/screens/use-current-user.ts'
import { getByFetch, newQueryClient } from '../../ui/api.ts'
import { keepInstallPrompt } from '../../ui/install-prompt.ts'
import { App, type PageState } from './app.tsx'
import { MemberLayout } from './layout.tsx'
import { matchPage, pagesOf } from './page-table.tsx'

keepInstallPrompt()
if (import.meta.env.PROD) window.addEventListener('load', registerServiceWorker)

const stateElement = document.getElementById('state')
const container = document.getElementById('app')
if (!stateElement || !container) throw new Error('The page was not rendered by the server')

const state = JSON.parse(stateElement.textContent) as PageState
const client = newQueryClient(getByFetch)
for (const [key, data] of state.queries) client.setQueryData(key, data, { updatedAt: state.now })

const url = new URL(window.location.href)
const first = matchPage(pagesOf(state.site), url.pathname)
const isMember = client.getQueryData(currentUserQuery.queryKey)
// No top-level await: chunks that import this one would wait for it, and it for them.
void Promise.all([first.page.code.load(), isMember && MemberLayout.load()]).then(() => {
  startTransition(() => {
    hydrateRoot(container, <App client={client} state={state} first={first} url={url} />)
  })
}, showLoadFailure)

/** Only with https or on this machine; a private window may refuse. The app works without. */
function registerServiceWorker() {
  navigator.serviceWorker?.register(paths.serviceWorker).catch(() => {})
}

/** The rendered page stays readable. */
function showLoadFailure() {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<p role="alert" class="dark-block fixed inset-x-0 top-0 bg-surface p-4 text-center text-ink">Part of this page could not be loaded. <a href="" class="underline">Reload</a></p>',
  )
}
