import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { ErrorState } from './error-state.tsx'
import { KeepFocus } from './keep-focus.tsx'
import { Loading, Skeleton } from './loading.tsx'

export type QueryListProps<Row> = {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  rows: Row[] | undefined
  /** True by default after any error, even while older rows are there. */
  isFailed?: boolean
  errorTitle: string
  /** Needed by lists whose page does not wait for them: those of tabs and dialogs. */
  loadingLabel?: string
  skeleton?: ReactNode
  empty: ReactNode
  as?: 'ul' | 'ol'
  className: string
  children: (row: Row, index: number) => ReactNode
}

export function QueryList<Row>(props: QueryListProps<Row>) {
  return (
    <KeepFocus>
      <ListContent {...props} />
    </KeepFocus>
  )
}

function ListContent<Row>({
  query,
  rows,
  isFailed = query.isError,
  errorTitle,
  loadingLabel = 'Loading',
  skeleton = <Skeleton className="h-44 rounded-card!" />,
  empty,
  as: List = 'ul',
  className,
  children,
}: QueryListProps<Row>) {
  if (isFailed) return <ErrorState title={errorTitle} query={query} />
  if (!rows)
    return (
      <Loading label={loadingLabel} className={className}>
        {skeleton}
      </Loading>
    )
  if (rows.length === 0) return empty
  return (
    <List
      // The rows of the previous page or filter, until the requested ones are loaded.
      aria-busy={query.isPlaceholderData}
      className={classes(className, query.isPlaceholderData && 'opacity-60')}
    >
      {rows.map(children)}
    </List>
  )
}
