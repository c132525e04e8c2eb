import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { skeletons } from '../../ui/data/loading.tsx'
import { QueryList } from '../../ui/data/query-list.tsx'

type ChartProps<Row> = {
  query: UseQueryResult<Row[]>
  caption: string
  errorTitle: string
  loadingLabel: string
  skeleton: ReactNode
  empty: ReactNode
  children: (row: Row, index: number) => ReactNode
}

export function Chart<Row>({ query, caption, ...list }: ChartProps<Row>) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-muted sm:text-lg">{caption}</p>
      <QueryList
        as="ol"
        query={query}
        rows={query.data}
        isFailed={query.isError && !query.data}
        className="@container border-b border-line"
        {...list}
      />
    </div>
  )
}

export const trackSkeleton = skeletons(6, 'h-18')
