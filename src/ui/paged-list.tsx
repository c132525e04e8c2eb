import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { ApiError } from './api.ts'
import { formatRange } from './format.ts'
import { ListTools } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import { QueryList } from './query-list.tsx'

export const pageSize = 10

type PagedQuery<Data> = UseQueryResult<Data, ApiError> & {
  page: number
  setPage: (page: number) => void
}

/** Loads one page of a list; the previous rows stay meanwhile. Another `filter` starts at page 1. */
export function usePagedQuery<Data, Key extends QueryKey>(
  optionsOf: (page: number) => UseQueryOptions<Data, ApiError, Data, Key>,
  filter: unknown,
): PagedQuery<Data> {
  const filterKey = JSON.stringify(filter)
  const [position, setPosition] = useState({ page: 1, filterKey })
  if (position.filterKey !== filterKey) setPosition({ page: 1, filterKey })
  const page = position.filterKey === filterKey ? position.page : 1
  const query = useQuery({ ...optionsOf(page), placeholderData: keepPreviousData })
  return { ...query, page, setPage: next => setPosition({ page: next, filterKey }) }
}

type PagedListProps<Data, Row> = {
  query: PagedQuery<Data>
  rowsOf: (data: Data) => Row[]
  /** What a row is, in the singular. */
  noun: string
  search: ReactNode
  /** Filters and sorting, beside the search box. */
  controls: ReactNode
  errorTitle: string
  loadingLabel: string
  skeleton: ReactNode
  empty: ReactNode
  className: string
  children: (row: Row) => ReactNode
}

/** A list that the server searches, sorts and pages. */
export function PagedList<Data extends { total: number }, Row>({
  query,
  rowsOf,
  noun,
  search,
  controls,
  ...list
}: PagedListProps<Data, Row>) {
  const top = useRef<HTMLDivElement>(null)
  const { data, page, isError } = query
  return (
    <div ref={top} className="grid scroll-mt-4 grid-cols-1 gap-4">
      <ListTools
        search={search}
        status={data && data.total > 0 && formatRange(page, pageSize, data.total, noun)}
      >
        {controls}
      </ListTools>
      <QueryList query={query} rows={data && rowsOf(data)} isFailed={isError} {...list} />
      {data && !isError && (
        <Pager
          label={`Pages of ${noun}s`}
          page={page}
          pageSize={pageSize}
          total={data.total}
          onPageChange={query.setPage}
          top={top}
        />
      )}
    </div>
  )
}
