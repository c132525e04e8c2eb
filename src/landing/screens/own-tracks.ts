import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { queryOrNull } from '../../ui/data/api.ts'

export const ownTracksQuery = queryOrNull('GET /api/tracks', {}, 'not_signed_in')

/** The saved list of the signed-in member; null for visitors and while it is empty. */
export function useOwnTracks() {
  const isMember = useCurrentUser() !== null
  const { data } = useQuery({ ...ownTracksQuery, enabled: isMember })
  return isMember && data && data.length > 0 ? data : null
}
