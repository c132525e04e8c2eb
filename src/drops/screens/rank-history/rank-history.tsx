import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronsRight } from 'lucide'
import type { ReactNode } from 'react'
import { dropNumberPattern, paths } from '../../../contract/paths.shared.ts'
import { query } from '../../../ui/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { RankHistory as History } from '../../drops.schemas.ts'
import { BumpChart } from './bump-chart.tsx'
import { RankTable } from './rank-table.tsx'

/** The page of it that the query of the address asks for. */
export const rankHistoryQuery = (username: string, search: URLSearchParams) =>
  query('GET /api/users/:username/rank-history', {
    params: { username },
    query: { before: beforeIn(search) },
  })

const beforeIn = (search: URLSearchParams) => {
  const before = search.get('before') ?? ''
  return dropNumberPattern.test(before) ? Number(before) : undefined
}

type RankHistoryProps = {
  username: string
  search: URLSearchParams
  /** Beside the heading. */
  children?: ReactNode
}

export function RankHistory({ username, search, children }: RankHistoryProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...rankHistoryQuery(username, search),
    placeholderData: keepPreviousData,
  })
  if (data)
    return (
      <Chart history={data} username={username} isNewest={beforeIn(search) === undefined}>
        {children}
      </Chart>
    )
  if (isError)
    return (
      <ErrorState title="Unable to load how the tracks moved" query={{ isFetching, refetch }} />
    )
  return null
}

type ChartProps = { history: History; username: string; isNewest: boolean; children: ReactNode }

function Chart({ history, username, isNewest, children }: ChartProps) {
  const { drops, older } = history
  const [first, last] = [drops[0], drops.at(-1)]
  const href = paths.drops(username)
  const range = first && last ? `drops #${first.drop_number} to #${last.drop_number}` : ''
  return (
    // Not laid out until it is near the viewport. The padding is for the focus ring, which would be clipped.
    <figure
      id="rank-history"
      className="-m-1 grid scroll-mt-4 grid-cols-1 gap-3 p-1 [contain-intrinsic-size:auto_30rem] [content-visibility:auto]"
    >
      <figcaption className="flex items-center justify-between gap-4">
        <span className="grid gap-1">
          <span className="text-heading font-extrabold">From drop to drop</span>
          <span className="text-sm text-muted">
            {range
              ? 'A line for each track. Thick lines are on the newest drop.'
              : 'There are no drops before this one.'}
          </span>
        </span>
        {children}
      </figcaption>
      {range && (
        <>
          <BumpChart {...history} label={`Chart of ${range}`} />
          <RankTable {...history} username={username} label={`Table of ${range}`} />
        </>
      )}
      {(older !== null || !isNewest) && (
        <div className="flex flex-wrap gap-2">
          {older !== null && (
            <Button
              href={`${href}?before=${older}#rank-history`}
              variant="secondary"
              icon={<Icon shape={ChevronLeft} size={18} />}
            >
              Older drops
            </Button>
          )}
          {!isNewest && (
            <Button
              href={`${href}#rank-history`}
              variant="secondary"
              icon={<Icon shape={ChevronsRight} size={18} />}
            >
              Newest drops
            </Button>
          )}
        </div>
      )}
    </figure>
  )
}
