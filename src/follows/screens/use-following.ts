import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../../ui/api.ts'
import { listFollowing } from '../follows.contract.ts'

export const followingQuery = query(listFollowing, {})

/** Whom the member follows: asked for anew on mount and on focus of the window, and not kept after leaving. */
export function useFollowing() {
  const client = useQueryClient()
  // What came with the page would be kept for minutes whatever `gcTime` says.
  useEffect(() => () => client.removeQueries({ queryKey: followingQuery.queryKey }), [client])
  return useQuery({
    ...followingQuery,
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}
