import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { CurrentUser } from '../members.contract.ts'
import { currentUserQuery } from './use-current-user.ts'

/** Takes somebody who has just signed in to their list; what was loaded for a visitor is forgotten. */
export function useArrival() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (user: CurrentUser) => {
    const [own] = currentUserQuery.queryKey
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== own })
    client.setQueryData(currentUserQuery.queryKey, user)
    navigate('/home', { replace: true })
  }
}
