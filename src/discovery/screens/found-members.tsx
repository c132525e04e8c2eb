import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { FollowButton } from '../../follows/screens/follow/follow-button.tsx'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { query } from '../../ui/data/api.ts'
import { QueryList } from '../../ui/data/query-list.tsx'
import { textIn } from '../../ui/data/use-search-state.ts'
import { Link } from '../../ui/routing/link.tsx'
import { pluralize } from '../../ui/text/format.ts'
import type { FoundMember } from '../discovery.schemas.ts'

const maxText = 30

const foundQuery = (text: string) =>
  query('GET /api/members', { query: { search: text.slice(0, maxText) } })

/** The search for the text in this parameter of the URL, if it has one. */
export function foundQueries(search: URLSearchParams, name: string) {
  const text = textIn(search, name)
  return text ? [foundQuery(text)] : []
}

type FoundMembersProps = {
  search: string
  empty: ReactNode
  /** Leaves out the viewer, and those whom the viewer follows. */
  onlyOthers?: boolean
}

/** Members by a part of their name, with Follow in the row. */
export function FoundMembers({ search, empty, onlyOthers = false }: FoundMembersProps) {
  const own = useCurrentUser()?.username
  const found = useQuery({ ...foundQuery(search), placeholderData: keepPreviousData })
  const isShown = ({ username, isFollowing }: FoundMember) => !isFollowing && username !== own
  const rows = onlyOthers ? found.data?.filter(isShown) : found.data
  return (
    <>
      <p role="status" className="sr-only">
        {rows && pluralize(rows.length, 'member')}
      </p>
      <QueryList
        query={found}
        rows={rows}
        errorTitle="Unable to search"
        empty={empty}
        className="border-b border-line"
      >
        {({ username, avatar, isFollowing, withoutMail }) => (
          <li
            key={username}
            className="flex min-h-17 items-center gap-3 border-t border-line py-2 hover:bg-sunken"
          >
            <Avatar name={username} src={avatar} />
            <Link
              translate="no"
              href={paths.profile(username)}
              className="min-w-0 grow leading-snug font-bold wrap-anywhere hover:underline"
            >
              {`@${username}`}
            </Link>
            {username !== own && (
              <FollowButton username={username} row={{ isFollowing, withoutMail }} />
            )}
          </li>
        )}
      </QueryList>
    </>
  )
}
