import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { sharedTextQuery } from '../../contract/shared-text.shared.ts'
import { call } from '../../ui/data/api.ts'
import { toastError } from '../../ui/overlays/toast.ts'
import { navigate } from '../../ui/routing/router.tsx'
import type { CurrentUser } from '../members.schemas.ts'
import { clearBrowserState } from './browser-state.ts'
import { currentUserQuery } from './use-current-user.ts'

const redirectDelayMs = 3000

export function useLogIn() {
  const client = useQueryClient()
  return (user: CurrentUser) => {
    setCurrentUser(client, user)
    const shared = sharedTextQuery(new URLSearchParams(window.location.search))
    navigate(paths.home + shared, { replace: true })
  }
}

export function useLogOut() {
  const client = useQueryClient()
  return async () => {
    try {
      await call('POST /api/logout', {})
    } catch {
      void toastError('Logout failed', 'There was a problem logging out. Please try again.')
      return
    }
    clearBrowserState()
    endSession(client, paths.login)
  }
}

let isLeaving = false

/** A full page load also clears what is in memory. Of several calls, as calls that are still open may cause, the first counts. */
export function endSession(client: QueryClient, path: string) {
  if (isLeaving) return
  isLeaving = true
  window.dispatchEvent(new Event('user-logout'))
  client.clear()
  window.location.assign(path)
}

/** A password reset ends every session: redirects to the login page after 3 s. Call the returned function before leaving earlier. */
export function useRedirectToLogin(isSessionEnded: boolean) {
  const client = useQueryClient()
  const clear = useCallback(() => setCurrentUser(client, null), [client])
  useEffect(() => {
    if (!isSessionEnded) return
    const timer = setTimeout(() => {
      clear()
      navigate(paths.login, { replace: true })
    }, redirectDelayMs)
    return () => {
      clearTimeout(timer)
      // The member may leave by another link, too: the next page must not show the member's navigation.
      clear()
    }
  }, [isSessionEnded, clear])
  return clear
}

function setCurrentUser(client: QueryClient, user: CurrentUser | null) {
  const [currentUserKey] = currentUserQuery.queryKey
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserKey })
  client.setQueryData(currentUserQuery.queryKey, user)
}
