import type { SortDirection } from '../../ui/sort-direction-button.tsx'
import type { Followed } from '../follows.contract.ts'

export type FollowedSort = 'followDate' | 'username' | 'lastDrop' | 'dropCount'

/** Those whose name contains what was typed, sorted. Whoever has made no drop comes after the others either way. */
export function sortFollowed(
  followed: Followed[],
  { search, sort, direction }: { search: string; sort: FollowedSort; direction: SortDirection },
): Followed[] {
  const typed = search.toLowerCase()
  const way = direction === 'asc' ? 1 : -1
  return followed
    .filter(({ username }) => username.toLowerCase().includes(typed))
    .sort((a, b) => {
      const [x, y] = [keys[sort](a), keys[sort](b)]
      if (x === null || y === null) return Number(x === null) - Number(y === null)
      return way * compare(x, y) || compare(keys.username(a), keys.username(b))
    })
}

// Times of the API are ISO 8601 in UTC, whose order is that of their letters.
const keys = {
  followDate: (row: Followed) => row.followDate,
  username: (row: Followed) => row.username.toLowerCase(),
  lastDrop: (row: Followed) => row.lastDropDate,
  dropCount: (row: Followed) => row.dropCount,
} satisfies Record<FollowedSort, (row: Followed) => string | number | null>

const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -1 : 1)
