import { useQuery } from '@tanstack/react-query'
import { queryOrNull } from '../../ui/api.ts'
import { type CurrentUser, getCurrentUser } from '../members.contract.ts'

/** The signed-in member, or null for a visitor. */
export const currentUserQuery = queryOrNull(getCurrentUser, {}, 401)

/** Every page arrives with this answered, so a visitor's browser never asks in vain. */
export function useCurrentUser(): CurrentUser | null {
  return useQuery(currentUserQuery).data ?? null
}
