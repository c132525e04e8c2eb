import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import type { ApiError } from '../ui/data/api.ts'
import { Pager } from '../ui/data/pager.tsx'
import { QueryList, type QueryListProps } from '../ui/data/query-list.tsx'
import type { TextFieldProps } from '../ui/forms/field.tsx'
import { SearchField, type useSearchField } from '../ui/forms/search-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { formatRange, pluralize, pluralOf } from '../ui/text/format.ts'
import { NoResults } from './empty-state.tsx'

export const pageSize = 10

type PagedQuery<Data> = UseQueryResult<Data, ApiError> & {
  page: number
  setPage: (page: number) => void
}

type Position = [page: number, setPage: (page: number) => void]

/** Loads one page of a list; the previous rows stay meanwhile. `position` is for a page number that is kept elsewhere. */
export function usePagedQuery<Answer, Data extends { total: number }, Key extends QueryKey>(
  optionsOf: (page: number) => UseQueryOptions<Answer, ApiError, Data, Key>,
  rowsPerPage = pageSize,
  position?: Position,
): PagedQuery<Data> {
  const own: Position = useState(1)
  const [page, setPage] = position ?? own
  const query = useQuery({ ...optionsOf(page), placeholderData: keepPreviousData })
  // The last row of the last page may have been removed.
  const last = query.data && Math.max(1, Math.ceil(query.data.total / rowsPerPage))
  const isBeyond = last !== undefined && page > last && !query.isPlaceholderData
  useEffect(() => {
    if (isBeyond) setPage(last)
  })
  return { ...query, page, setPage }
}

type PagedRowsProps<Data, Row> = Omit<QueryListProps<Row>, 'query' | 'rows'> & {
  query: PagedQuery<Data>
  rowsOf: (data: Data) => Row[]
  pagesLabel: string
  top?: RefObject<HTMLElement | null>
}

type PagedListProps<Data, Row> = Omit<PagedRowsProps<Data, Row>, 'pagesLabel' | 'top'> & {
  /** What a row is, in the singular. */
  noun: string
  /** Shown instead of the number of rows, above the first page. */
  summary?: string | undefined
  search: ReturnType<typeof useSearchField>
  searchField: Pick<TextFieldProps, 'label' | 'inputMode'>
  /** Shows the search even while the list is empty, because it finds others, too. */
  alwaysSearches?: boolean
  /** Controls that leave rows out need `isFiltered` and `noResults` as well. */
  controls?: ReactNode
  /** Whether rows are left out; else an empty list needs neither search nor controls. */
  isFiltered?: boolean
  noResults?: ReactNode
}

export function PagedList<Data extends { total: number }, Row>({
  noun,
  summary,
  search,
  searchField,
  controls,
  isFiltered = search.text !== '',
  noResults = <NoResults onClear={search.clear} />,
  empty,
  alwaysSearches = false,
  ...rows
}: PagedListProps<Data, Row>) {
  const top = useRef<HTMLDivElement>(null)
  const { data, page } = rows.query
  // A search of others as well says itself whom it found.
  const nothing = isFiltered && !alwaysSearches && pluralize(0, noun)
  return (
    <div ref={top} className="grid scroll-mt-4 grid-cols-1 gap-4">
      {(alwaysSearches || isFiltered || data?.total !== 0) && (
        <ListTools
          search={<SearchField {...searchField} {...search.field} />}
          status={
            data &&
            (data.total > 0
              ? (page === 1 && summary) || formatRange(page, pageSize, data.total, noun)
              : nothing)
          }
        >
          {controls}
        </ListTools>
      )}
      <PagedRows
        {...rows}
        empty={isFiltered ? noResults : empty}
        pagesLabel={`Pages of ${pluralOf(noun)}`}
        top={top}
      />
    </div>
  )
}

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
      <QueryList query={query} rows={data && rowsOf(data)} {...list} />
      {data && !isError && (
        <Pager
          label={pagesLabel}
          page={query.page}
          isLoading={query.isPlaceholderData}
          pageSize={pageSize}
          total={data.total}
          onPageChange={query.setPage}
          top={top}
        />
      )}
    </>
  )
}

type ListToolsProps = {
  search: ReactNode
  status: ReactNode
  /** Sorting and filters, beside the search box; on phones below it, once they are asked for. */
  children?: ReactNode
}

function ListTools({ search, status, children }: ListToolsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <search className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 grow basis-40 lg:basis-72">{search}</div>
        {children && (
          <>
            <Button
              variant="secondary"
              iconOnly
              icon={<Icon icon={SlidersHorizontal} size={18} />}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className="sm:hidden"
            >
              Sort and filter
            </Button>
            <div
              className={classes(
                'flex flex-wrap items-center gap-3 max-lg:w-full',
                !isOpen && 'max-sm:hidden',
              )}
            >
              {children}
            </div>
          </>
        )}
      </div>
      <p role="status" className="min-h-5 text-sm leading-5 text-muted tabular-nums">
        {status}
      </p>
    </search>
  )
}
