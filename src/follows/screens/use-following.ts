import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../../ui/api.ts'
import { listFollowing } from '../follows.contract.ts'

export const followingQuery = query(listFollowing, {})

/** Whom the member follows. Refetched on mount and on window focus, not cached after unmounting. */
export function useFollowing() {
  const client = useQueryClient()
  // The page's initial data was cached with the default `gcTime`.
  useEffect(() => () => client.removeQueries({ queryKey: followingQuery.queryKey }), [client])
  return useQuery({
    ...followingQuery,
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}
