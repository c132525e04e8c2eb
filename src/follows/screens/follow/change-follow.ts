import { useQueryClient } from '@tanstack/react-query'
import { failureCode } from '../../../ui/api.ts'
import { toast } from '../../../ui/toast.ts'
import { useCall } from '../../../ui/use-call.ts'
import { type FollowResult, followFailure, toastFollowFailure } from './follow-result.ts'
import { followerCountQuery, isFollowingQuery } from './follow-state.ts'

export function useFollow(username: string, onResult: (result: FollowResult | null) => void) {
  const setFollowing = useSetFollowing(username)
  return useCall('POST /api/users/:username/followers', {
    onMutate: () => onResult(null),
    onSuccess(response) {
      setFollowing(true, 'followerCount' in response ? response : undefined)
      const text = `@${username} can see your account’s address.`
      onResult({ text })
      void toast('Now following!', { description: text, kind: 'success' })
    },
    onError(error) {
      if (failureCode(error) === 'already_following') setFollowing(true)
      const failure = followFailure(error)
      toastFollowFailure(failure)
      onResult({ text: failure.message, failed: true })
    },
  })
}

export function useSetFollowing(username: string) {
  const client = useQueryClient()
  return (isFollowing: boolean, count?: { followerCount: number }) => {
    client.setQueryData(isFollowingQuery(username).queryKey, () => ({ isFollowing }))
    const { queryKey } = followerCountQuery(username)
    if (count) client.setQueryData(queryKey, { followerCount: count.followerCount })
  }
}
