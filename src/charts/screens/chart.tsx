import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/loading.tsx'

type ChartProps<T> = {
  answer: UseQueryResult<T[]>
  caption: string
  /** What is being loaded, for screen readers. */
  loading: string
  skeleton: ReactNode
  error: string
  empty: ReactNode
  children: (row: T, index: number) => ReactNode
}

/** One ranked list in each of its states, under its caption. */
export function Chart<T>({ answer, caption, children, ...states }: ChartProps<T>) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-muted sm:text-lg">{caption}</p>
      <Rows answer={answer} {...states}>
        {children}
      </Rows>
    </div>
  )
}

function Rows<T>({
  answer: { data, isError, isFetching, refetch },
  loading,
  skeleton,
  error,
  empty,
  children,
}: Omit<ChartProps<T>, 'caption'>) {
  const waiting = (
    <Loading label={loading} className="grid grid-cols-1 gap-2 sm:gap-3">
      {skeleton}
    </Loading>
  )
  if (data && data.length > 0)
    return (
      <Suspense fallback={waiting}>
        <ol className="grid grid-cols-1 gap-2 sm:gap-3">{data.map(children)}</ol>
      </Suspense>
    )
  if (data) return empty
  if (isError)
    return <ErrorState title={error} onRetry={() => void refetch()} retrying={isFetching} />
  return waiting
}
