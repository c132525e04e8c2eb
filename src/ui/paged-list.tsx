import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { ApiError } from './api.ts'
import { formatRange } from './format.ts'
import { ListTools } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import { QueryList, type QueryListProps } from './query-list.tsx'

export const pageSize = 10

type PagedQuery<Data> = UseQueryResult<Data, ApiError> & {
  page: number
  setPage: (page: number) => void
}

/** Loads one page of a list; the previous rows stay meanwhile. Another `filter` starts at page 1. */
export function usePagedQuery<Data extends { total: number }, Key extends QueryKey>(
  optionsOf: (page: number) => UseQueryOptions<Data, ApiError, Data, Key>,
  filter: unknown,
): PagedQuery<Data> {
  const filterKey = JSON.stringify(filter)
  const [position, setPosition] = useState({ page: 1, filterKey })
  if (position.filterKey !== filterKey) setPosition({ page: 1, filterKey })
  const page = position.filterKey === filterKey ? position.page : 1
  const query = useQuery({ ...optionsOf(page), placeholderData: keepPreviousData })
  const setPage = (next: number) => setPosition({ page: next, filterKey })
  // The last row of the last page may have been removed.
  const last = query.data && Math.max(1, Math.ceil(query.data.total / pageSize))
  if (last && page > last && !query.isPlaceholderData) setPage(last)
  return { ...query, page, setPage }
}

type PagedRowsProps<Data, Row> = Omit<QueryListProps<Row>, 'query' | 'rows' | 'isFailed'> & {
  query: PagedQuery<Data>
  rowsOf: (data: Data) => Row[]
  /** Of the pagination, for screen readers. */
  pagesLabel: string
  /** Scrolled into view when the page changes. */
  top?: RefObject<HTMLElement | null>
}

type PagedListProps<Data, Row> = Omit<PagedRowsProps<Data, Row>, 'pagesLabel' | 'top'> & {
  /** What a row is, in the singular. */
  noun: string
  search: ReactNode
  /** Filters and sorting, beside the search box. */
  controls: ReactNode
}

/** A list that the server searches, sorts and pages. */
export function PagedList<Data extends { total: number }, Row>({
  noun,
  search,
  controls,
  ...rows
}: PagedListProps<Data, Row>) {
  const top = useRef<HTMLDivElement>(null)
  const { data, page } = rows.query
  return (
    <div ref={top} className="grid scroll-mt-4 grid-cols-1 gap-4">
      <ListTools
        search={search}
        status={data && data.total > 0 && formatRange(page, pageSize, data.total, noun)}
      >
        {controls}
      </ListTools>
      <PagedRows {...rows} pagesLabel={`Pages of ${noun}s`} top={top} />
    </div>
  )
}

/** The rows of a page, and the pagination. */
export function PagedRows<Data extends { total: number }, Row>({
  query,
  rowsOf,
  pagesLabel,
  top,
  ...list
}: PagedRowsProps<Data, Row>) {
  const { data, isError } = query
  return (
    <>
      <QueryList query={query} rows={data && rowsOf(data)} isFailed={isError} {...list} />
      {data && !isError && (
        <Pager
          label={pagesLabel}
          page={query.page}
          pageSize={pageSize}
          total={data.total}
          onPageChange={query.setPage}
          top={top}
        />
      )}
    </>
  )
}
