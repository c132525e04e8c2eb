import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { queryOrNull } from '../../ui/data/api.ts'
import type { CurrentUser } from '../members.schemas.ts'

/** Changes do not make it stale, because the calls that change the member return it. Invalidating it by its key still does. */
export const currentUserQuery = queryOrNull('GET /api/user', {}, 'not_signed_in', {
  ignoresChanges: true,
})

/** Provided by the app, so that not every component that reads it observes the query. */
export const CurrentUserContext = createContext<CurrentUser | null>(null)

export const useCurrentUser = (): CurrentUser | null => useContext(CurrentUserContext)

export function useIsCurrentUser(username: string): boolean {
  return useCurrentUser()?.username.toLowerCase() === username.toLowerCase()
}

export function useUpdateCurrentUser() {
  const client = useQueryClient()
  return (user: CurrentUser) => client.setQueryData(currentUserQuery.queryKey, user)
}
