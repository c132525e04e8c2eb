import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { query } from '../../ui/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import { SearchField, useSearchField } from '../../ui/search-field.tsx'
import { textIn, useSearchState } from '../../ui/use-search-state.ts'

export const findMembersId = 'find-members'

export function FindMembers({ children }: { children?: ReactNode }) {
  const [{ find }, change] = useSearchState(stateIn)
  const { text, field } = useSearchField(find, text => change({ find: text }))
  return (
    <>
      <SearchField id={findMembersId} label="Find members" maxLength={30} {...field} />
      {text ? <FoundMembers search={text} /> : children}
    </>
  )
}

const stateIn = (query: URLSearchParams) => ({ find: textIn(query, 'find').slice(0, 30) })

const foundQuery = (search: string) => query('GET /api/members', { query: { search } })

/** What the address asks for. */
export function findMembersQueries(search: URLSearchParams) {
  const { find } = stateIn(search)
  return find ? [foundQuery(find)] : []
}

function FoundMembers({ search }: { search: string }) {
  const found = useQuery({
    ...foundQuery(search),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryList
      query={found}
      rows={found.data}
      errorTitle="Unable to search"
      empty={<EmptyState title={`Nobody is called “${search}”`} />}
      className="grid grid-cols-1 gap-2"
    >
      {({ username, avatar }) => (
        <li key={username}>
          <Link
            href={paths.profile(username)}
            className="flex min-h-17 items-center gap-3 rounded-card border border-line bg-surface px-3 py-2.5 transition-colors hover:border-line-strong hover:bg-sunken sm:px-4"
          >
            <Avatar name={username} src={avatar} />
            <span className="min-w-0 leading-snug font-bold wrap-anywhere">@{username}</span>
          </Link>
        </li>
      )}
    </QueryList>
  )
}
