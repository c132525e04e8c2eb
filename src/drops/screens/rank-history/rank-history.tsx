import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronsRight } from 'lucide'
import { dropNumberPattern, paths } from '../../../contract/paths.shared.ts'
import { Button } from '../../../ui/button.tsx'
import { query } from '../../../ui/data/api.ts'
import { ErrorState } from '../../../ui/data/error-state.tsx'
import { choiceIn } from '../../../ui/data/use-search-state.ts'
import { Icon } from '../../../ui/icon.tsx'
import { TextLink } from '../../../ui/routing/link.tsx'
import type { RankHistory as History } from '../../drops.schemas.ts'
import { BumpChart } from './bump-chart.tsx'
import { RankTable } from './rank-table.tsx'

/** The page of it that the query of the URL asks for. */
export const rankHistoryQuery = (username: string, search: URLSearchParams) =>
  query('GET /api/users/:username/rank-history', {
    params: { username },
    query: { before: beforeIn(search) },
  })

const beforeIn = (search: URLSearchParams) => {
  const before = search.get('before') ?? ''
  return dropNumberPattern.test(before) ? Number(before) : undefined
}

type RankHistoryProps = { username: string; search: URLSearchParams }

export function RankHistory({ username, search }: RankHistoryProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...rankHistoryQuery(username, search),
    placeholderData: keepPreviousData,
  })
  if (data) return <ChartOrTable history={data} username={username} search={search} />
  if (isError)
    return (
      <ErrorState title="Unable to load how the tracks moved" query={{ isFetching, refetch }} />
    )
  return null
}

type ChartOrTableProps = RankHistoryProps & { history: History }

/** The URL chooses: a page with both would have twice the elements. */
function ChartOrTable({ history, username, search }: ChartOrTableProps) {
  const { drops, older } = history
  const [first, last] = [drops[0], drops.at(-1)]
  const before = beforeIn(search)
  const view = choiceIn(search, 'view', ['chart', 'table'])
  const range = first && last ? `drops #${first.drop_number} to #${last.drop_number}` : ''
  const label = `${view === 'chart' ? 'Chart' : 'Table'} of ${range}`
  const href = (changes: { before?: number | undefined; view?: string }) => {
    const target = { before, view, ...changes }
    const query = new URLSearchParams({
      ...(target.before && { before: String(target.before) }),
      ...(target.view === 'table' && { view: target.view }),
    })
    return `${paths.drops(username)}${query.size > 0 ? `?${query}` : ''}#rank-history`
  }
  return (
    // The fragment of the links below moves the focus here, so that screen readers say what is shown now.
    <figure
      id="rank-history"
      tabIndex={-1}
      className="relative grid scroll-mt-5 grid-cols-1 gap-3 outline-none"
    >
      <figcaption className={range ? 'sr-only' : 'font-semibold'}>
        From drop to drop: {range ? `${label}. ${descriptions[view]}` : 'no drops before this one.'}
      </figcaption>
      {range && (
        <>
          {view === 'chart' ? (
            <BumpChart {...history} label={label} />
          ) : (
            <RankTable {...history} username={username} label={label} />
          )}
          <TextLink
            href={href({ view: view === 'chart' ? 'table' : 'chart' })}
            className="w-fit py-2 text-sm"
          >
            {view === 'chart' ? 'Show as a table' : 'Show as a chart'}
          </TextLink>
        </>
      )}
      {(older !== null || before !== undefined) && (
        <div className="flex flex-wrap gap-2">
          {older !== null && (
            <Button
              href={href({ before: older })}
              variant="secondary"
              icon={<Icon icon={ChevronLeft} size={18} />}
            >
              Older drops
            </Button>
          )}
          {before !== undefined && (
            <Button
              href={href({ before: undefined })}
              variant="secondary"
              icon={<Icon icon={ChevronsRight} size={18} />}
            >
              Newest drops
            </Button>
          )}
        </div>
      )}
    </figure>
  )
}

const descriptions = {
  chart: 'A line for each track. Thick lines are on the newest drop.',
  table: 'The tracks of each drop, newest drop first.',
}
