import type { SortDirection } from '../../ui/sort-direction-button.tsx'
import type { Followed } from '../follows.contract.ts'

export type FollowedSort = 'followDate' | 'username' | 'lastDrop' | 'dropCount'

/** Filters by username and sorts. Members without a drop come last in both directions. */
export function sortFollowed(
  followed: Followed[],
  { search, sort, direction }: { search: string; sort: FollowedSort; direction: SortDirection },
): Followed[] {
  const searched = search.toLowerCase()
  const sign = direction === 'asc' ? 1 : -1
  return followed
    .filter(({ username }) => username.toLowerCase().includes(searched))
    .sort((a, b) => {
      const [x, y] = [keys[sort](a), keys[sort](b)]
      if (x === null || y === null) return Number(x === null) - Number(y === null)
      return sign * compare(x, y) || compare(keys.username(a), keys.username(b))
    })
}

// ISO 8601 times in UTC sort as text.
const keys = {
  followDate: (row: Followed) => row.followDate,
  username: (row: Followed) => row.username.toLowerCase(),
  lastDrop: (row: Followed) => row.lastDropDate,
  dropCount: (row: Followed) => row.dropCount,
} satisfies Record<FollowedSort, (row: Followed) => string | number | null>

const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -1 : 1)
