import type { QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '../../../platform/endpoint.shared.ts'
import { call, failureCode, keyOf } from '../../../ui/api.ts'
import { toast } from '../../../ui/toast.ts'
import type { isFollowing } from '../../follows.schemas.ts'
import { followFailure, toastFollowFailure } from './follow-result.ts'
import { followerCountQuery, isFollowingQuery } from './follow-state.ts'

/** Follows as a member. Updates the cache optimistically; restores it and throws when the call fails. */
export async function followMember(client: QueryClient, username: string, brand: string) {
  const update = await updateOptimistically(client, username, true)
  try {
    const response = await call('POST /api/users/:username/followers', {
      params: { username },
      body: {},
    })
    update.commit(true, 'followerCount' in response ? response.followerCount : undefined)
    void toast('Now following!', {
      description: `@${username} can see your account’s address.`,
      kind: 'success',
    })
  } catch (error) {
    const failure = followFailure(error, brand)
    update.rollBack()
    if (failureCode(error) === 'already_following') update.commit(true)
    toastFollowFailure(failure)
    throw new Error(failure.message)
  }
}

/** Like `followMember`. */
export async function unfollowMember(client: QueryClient, username: string) {
  const update = await updateOptimistically(client, username, false)
  try {
    const { followerCount } = await call('DELETE /api/users/:username/followers', {
      params: { username },
    })
    update.commit(false, followerCount)
    void toast('Unfollowed', {
      description: `You've unfollowed @${username}`,
      duration: 3000,
      kind: 'success',
    })
  } catch (error) {
    update.rollBack()
    void toast('Error', { description: 'Failed to unfollow. Please try again.', kind: 'error' })
    throw error
  }
}

type Following = ResponseOf<typeof isFollowing> | null

async function updateOptimistically(client: QueryClient, username: string, following: boolean) {
  const stateKey = isFollowingQuery(username).queryKey
  const countKey = followerCountQuery(username).queryKey
  const setCount = (change: (count: number) => number) =>
    client.setQueryData(
      countKey,
      known => known && { followerCount: Math.max(0, change(known.followerCount)) },
    )
  await Promise.all([
    client.cancelQueries({ queryKey: stateKey }),
    client.cancelQueries({ queryKey: countKey }),
  ])
  const previous = { state: client.getQueryData(stateKey), count: client.getQueryData(countKey) }
  client.setQueryData<Following>(stateKey, () => ({ isFollowing: following }))
  setCount(count => count + (following ? 1 : -1))
  return {
    rollBack() {
      client.setQueryData<Following>(stateKey, () => previous.state)
      client.setQueryData(countKey, previous.count)
    },
    /** Without the server's count, the count is refetched. */
    commit(isFollowing: boolean, followerCount?: number) {
      client.setQueryData<Following>(stateKey, () => ({ isFollowing }))
      if (followerCount === undefined) void client.invalidateQueries({ queryKey: countKey })
      else setCount(() => followerCount)
      void client.invalidateQueries({ queryKey: keyOf('GET /api/follows/following') })
      // They leave out whom the member follows.
      void client.invalidateQueries({ queryKey: keyOf('GET /api/close-members') })
    },
  }
}
