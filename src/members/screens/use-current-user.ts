import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOrNull } from '../../ui/api.ts'
import { type CurrentUser, getCurrentUser } from '../members.contract.ts'

/** Null for a visitor. */
export const currentUserQuery = queryOrNull(getCurrentUser, {}, 'not_signed_in')

/** The signed-in member, or null. Part of every page's initial data, so a visitor's browser does not request it. */
export function useCurrentUser(): CurrentUser | null {
  return useQuery(currentUserQuery).data ?? null
}

/** Whether this is the signed-in member's username; usernames are case-insensitive. */
export function useIsCurrentUser(username: string): boolean {
  return useCurrentUser()?.username.toLowerCase() === username.toLowerCase()
}

/** Stores the changed account; other data that shows its name or picture is refetched when next needed. */
export function useUpdateCurrentUser() {
  const client = useQueryClient()
  return (user: CurrentUser) => {
    void client.invalidateQueries({ refetchType: 'none' })
    client.setQueryData(currentUserQuery.queryKey, user)
  }
}
