import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { queryOrNull } from '../../ui/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Link } from '../../ui/link.tsx'
import { useAddress } from '../../ui/router.tsx'
import type { LinkedMember } from '../follows.schemas.ts'

type Route = 'GET /api/follows/confirm' | 'GET /api/follows/unsubscribe'

/** A page's `queries`: whom the link that opened it is about. */
export const linkedMemberQueries = (route: Route) => (_: unknown, search: URLSearchParams) =>
  search.has('token') ? [linkedMemberQuery(route, search)] : []

/** Nothing for a link that does not work: its button says so. */
export function useLinkedMember(route: Route): LinkedMember | undefined {
  const search = useAddress().searchParams
  const { data } = useQuery({ ...linkedMemberQuery(route, search), enabled: search.has('token') })
  return data ?? undefined
}

const linkedMemberQuery = (route: Route, search: URLSearchParams) =>
  queryOrNull(route, { query: { token: search.get('token') || '-' } }, 'invalid_token')

/** Name, picture and the covers of the list. */
export function LinkedMemberCard({ member }: { member: LinkedMember }) {
  const { username, avatar, tracks } = member
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-lg font-bold wrap-anywhere">
        <Avatar name={username} src={avatar} />
        <Link href={paths.profile(username)} className="underline-offset-4 hover:underline">
          {`@${username}`}
        </Link>
      </p>
      {tracks.length > 0 && <SevenCovers tracks={tracks} shape="strip" />}
    </div>
  )
}
