import '../ui/theme.css'
import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { currentUserQuery } from '../members/screens/use-current-user.ts'
import { newQueryClient, send } from '../ui/api.ts'
import { App, type PageState, preload } from './app.tsx'
import { preloadMemberFrame } from './chrome.tsx'
import { matchPage, pagesOf } from './routes.tsx'

const stateElement = document.getElementById('state')
const container = document.getElementById('app')
if (!stateElement || !container) throw new Error('This page was not made by the server')

const state = JSON.parse(stateElement.textContent) as PageState
const client = newQueryClient((address, signal) => send('GET', address, undefined, signal))
hydrate(client, state.queries as DehydratedState)

const isMember = client.getQueryData(currentUserQuery.queryKey)
// Not awaited at the top: chunks that import this one would wait for it and it for them.
void Promise.all([
  preload(matchPage(pagesOf(state.site), window.location.pathname).page),
  isMember && preloadMemberFrame(),
]).then(() => {
  startTransition(() => {
    hydrateRoot(container, <App client={client} state={state} />)
  })
}, sayItIsOnlyToRead)

/** What the server sent can be read all the same. */
function sayItIsOnlyToRead() {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<p role="alert" class="night fixed inset-x-0 top-0 bg-surface p-4 text-center text-ink">Part of this page could not be loaded. <a href="" class="underline">Reload</a></p>',
  )
}
