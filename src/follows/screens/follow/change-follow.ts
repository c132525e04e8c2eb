import { useQueryClient } from '@tanstack/react-query'
import { asOneChange, call, failureCode } from '../../../ui/data/api.ts'
import { useCall } from '../../../ui/data/use-call.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { type FollowResult, followFailure, toastFollowFailure } from './follow-result.ts'
import { followerCountQuery, isFollowingQuery } from './follow-state.ts'

export function useFollow(username: string, onResult: (result: FollowResult | null) => void) {
  const setFollowing = useSetFollowing(username)
  const readAfterLostResponse = useReadAfterLostResponse(username)
  function finish() {
    const text = `@${username} can see your account’s address.`
    onResult({ text })
    void toast('Now following!', { description: text, kind: 'success' })
  }
  return useCall('POST /api/users/:username/followers', {
    onMutate: () => onResult(null),
    onSuccess(response) {
      setFollowing(true, 'followerCount' in response ? response : undefined)
      finish()
    },
    async onError(error) {
      if ((await readAfterLostResponse(error))?.isFollowing) return finish()
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

/** The follow as the server has it after a call whose response was lost; null after another failure, or if reading fails too. */
export function useReadAfterLostResponse(username: string) {
  const client = useQueryClient()
  return async (error: unknown) => {
    if (failureCode(error) !== undefined) return null
    const read = () => call('GET /api/users/:username/is-following', { params: { username } })
    // Counts as a change, so that the count and lists are read again, too. The caller shows its own failure.
    const follow = await asOneChange(read).catch(() => null)
    if (follow) client.setQueryData(isFollowingQuery(username).queryKey, follow)
    return follow
  }
}
