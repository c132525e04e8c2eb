import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSite } from '../../ui/site.tsx'
import { followMember, unfollowMember } from './change-follow.ts'

/** Following with one click and stopping, for members, as mutations. */
export function useFollow(username: string) {
  const client = useQueryClient()
  const { brand } = useSite()
  return {
    start: useMutation({ mutationFn: () => followMember(client, username, brand) }),
    stop: useMutation({ mutationFn: () => unfollowMember(client, username) }),
  }
}
