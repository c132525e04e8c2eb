import type { QueryClient } from '@tanstack/react-query'
import { call, failureCode } from '../../../ui/api.ts'
import { toast, toastError } from '../../../ui/toast.ts'
import { followFailure, toastFollowFailure } from './follow-result.ts'
import { followerCountQuery, isFollowingQuery } from './follow-state.ts'

export async function followMember(client: QueryClient, username: string, brand: string) {
  try {
    const response = await call('POST /api/users/:username/followers', {
      params: { username },
      body: {},
    })
    setFollowing(client, username, true, 'followerCount' in response ? response : undefined)
    void toast('Now following!', {
      description: `@${username} can see your account’s address.`,
      kind: 'success',
    })
  } catch (error) {
    if (failureCode(error) === 'already_following') setFollowing(client, username, true)
    const failure = followFailure(error, brand)
    toastFollowFailure(failure)
    throw new Error(failure.message)
  }
}

export async function unfollowMember(client: QueryClient, username: string) {
  try {
    const answer = await call('DELETE /api/users/:username/followers', { params: { username } })
    setFollowing(client, username, false, answer)
    void toast('Unfollowed', {
      description: `You've unfollowed @${username}`,
      duration: 3000,
      kind: 'success',
    })
  } catch (error) {
    void toastError('Error', 'Failed to unfollow. Please try again.')
    throw error
  }
}

function setFollowing(
  client: QueryClient,
  username: string,
  isFollowing: boolean,
  count?: { followerCount: number },
) {
  const { queryKey } = followerCountQuery(username)
  client.setQueryData(isFollowingQuery(username).queryKey, () => ({ isFollowing }))
  if (count) client.setQueryData(queryKey, { followerCount: count.followerCount })
}
