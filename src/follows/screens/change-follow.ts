import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../../platform/endpoint.contract.ts'
import { call, failureCode, keyOf } from '../../ui/api.ts'
import { toast } from '../../ui/toast.ts'
import { follow, type isFollowing, listFollowing, stopFollowing } from '../follows.contract.ts'
import { followFailure, toastFollowFailure } from './follow-result.ts'
import { followerCountQuery, isFollowingQuery } from './follow-state.ts'

// Both show the change at once, take the server's count, and put everything back when it fails; then they throw.

/** Follows with one click, for members. Loaded when somebody is about to. */
export async function followMember(client: QueryClient, username: string, brand: string) {
  const shown = await showAtOnce(client, username, true)
  try {
    const answer = await call(follow, { params: { username }, body: {} })
    shown.settle(true, 'followerCount' in answer ? answer.followerCount : undefined)
    void toast('Now following!', {
      description: `@${username} can see your account’s address.`,
      kind: 'success',
    })
  } catch (error) {
    const failure = followFailure(error, brand)
    shown.putBack()
    if (failureCode(error) === 'already_following') shown.settle(true)
    toastFollowFailure(failure)
    throw new Error(failure.message)
  }
}

export async function unfollowMember(client: QueryClient, username: string) {
  const shown = await showAtOnce(client, username, false)
  try {
    const { followerCount } = await call(stopFollowing, { params: { username } })
    shown.settle(false, followerCount)
    void toast('Unfollowed', {
      description: `You've unfollowed @${username}`,
      duration: 3000,
      kind: 'success',
    })
  } catch (error) {
    shown.putBack()
    void toast('Error', { description: 'Failed to unfollow. Please try again.', kind: 'error' })
    throw error
  }
}

type Following = AnswerOf<typeof isFollowing> | null

async function showAtOnce(client: QueryClient, username: string, following: boolean) {
  const state = isFollowingQuery(username).queryKey
  const count = followerCountQuery(username).queryKey
  const setCount = (change: (count: number) => number) =>
    client.setQueryData(
      count,
      known => known && { followerCount: Math.max(0, change(known.followerCount)) },
    )
  await Promise.all([
    client.cancelQueries({ queryKey: state }),
    client.cancelQueries({ queryKey: count }),
  ])
  const before = { state: client.getQueryData(state), count: client.getQueryData(count) }
  client.setQueryData<Following>(state, () => ({ isFollowing: following }))
  setCount(known => known + (following ? 1 : -1))
  return {
    putBack() {
      client.setQueryData<Following>(state, () => before.state)
      client.setQueryData(count, before.count)
    },
    settle(now: boolean, followerCount?: number) {
      client.setQueryData<Following>(state, () => ({ isFollowing: now }))
      if (followerCount === undefined) void client.invalidateQueries({ queryKey: count })
      else setCount(() => followerCount)
      void client.invalidateQueries({ queryKey: keyOf(listFollowing) })
    },
  }
}
