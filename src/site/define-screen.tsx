import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../ui/data/api.ts'
import { ErrorState } from '../ui/data/error-state.tsx'
import { Page } from './page.tsx'

type AnyQuery = { queryKey: QueryKey; meta?: Record<string, unknown> | undefined }

type ScreenDefinition<Params, Data, Key extends QueryKey> = {
  /** What the page is about: with null it is missing. */
  content: (params: Params) => UseQueryOptions<Data | null, ApiError, Data | null, Key>
  /** Others that the page is rendered with, and that its parts read. */
  alsoLoads?: (params: Params, search: URLSearchParams) => AnyQuery[]
  /** A hook: what the page is called without its content, and what is said when that cannot be loaded. */
  useTitles: (params: Params) => { title: string; errorTitle: string }
  Missing: (props: { params: Params }) => ReactNode
  Content: (props: { params: Params; data: Data }) => ReactNode
}

/** A screen that is rendered with its data: the navigation loads them first. Its screen exports the result's parts. */
export function defineScreen<Params, Data, Key extends QueryKey>({
  content,
  alsoLoads,
  useTitles,
  Missing,
  Content,
}: ScreenDefinition<Params, Data, Key>) {
  return {
    hasContent: true,
    queries: (params: Params, search: URLSearchParams): AnyQuery[] => [
      content(params) as AnyQuery,
      ...(alsoLoads?.(params, search) ?? []),
    ],
    Screen({ params }: { params: Params }) {
      const { title, errorTitle } = useTitles(params)
      const { data, isFetching, refetch } = useQuery(content(params))
      if (data) return <Content params={params} data={data} />
      if (data === null) return <Missing params={params} />
      return (
        <Page title={title}>
          <h1 className="sr-only">{title}</h1>
          <ErrorState title={errorTitle} query={{ isFetching, refetch }} />
        </Page>
      )
    },
  }
}
