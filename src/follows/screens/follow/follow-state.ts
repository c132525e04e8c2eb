import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { query, queryOrNull } from '../../../ui/data/api.ts'

export const followerCountQuery = (username: string) =>
  query('GET /api/users/:username/followers-count', { params: { username } })

export const isFollowingQuery = (username: string) =>
  queryOrNull('GET /api/users/:username/is-following', { params: { username } }, 'not_signed_in')

export type KnownFollow = { isFollowing?: boolean | undefined; withoutMail?: boolean | undefined }

/** `known`: the state a list already has. The query is then not sent; only a newer value in the cache replaces it. */
export function useFollowState(username: string, known?: KnownFollow) {
  const user = useCurrentUser()
  const { data } = useQuery({
    ...isFollowingQuery(username),
    enabled: user !== null && known?.isFollowing === undefined,
  })
  const follow = data ?? known
  const isFollowing = user !== null && follow?.isFollowing === true
  return { isFollowing, withoutMail: isFollowing && follow.withoutMail === true }
}
