import type { QueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../members/screens/use-current-user.ts'
import type { Site } from '../../site/site.tsx'
import { prefetch } from '../../ui/data/api.ts'
import { reloadIfServerAnswers } from '../../ui/routing/lazy.ts'
import { guardRedirect, matchPage, pagesOf } from './page-table.tsx'

/**
 * Loads the code of a page and the data that is not there yet. Without the code the document is loaded, and where
 * the server cannot be reached the screen tells of it. Null for a page that only the server can respond with.
 * @param isAhead Whether the link is not followed yet. Stale data is read again, too, but a page with a `guard`
 *   reads its data when it is opened.
 */
export function loadScreen(
  client: QueryClient,
  site: Site,
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  isAhead = false,
): Promise<void> | null {
  const user = client.getQueryData(currentUserQuery.queryKey) ?? null
  const { page, params } = matchPage(pagesOf(site), pathname)
  if (page.path === '*' || guardRedirect(page, user)) return null
  return page.load().then(
    async ({ queries }) => {
      if (isAhead ? page.guard : page.hasSkeletons) return
      const missing = (queries?.(params as never, searchParams, site) ?? []).filter(
        ({ queryKey, meta }) =>
          (user || meta?.nullWhen !== 'not_signed_in') &&
          (isAhead || client.getQueryData(queryKey) === undefined),
      )
      await Promise.all(missing.map(query => prefetch(client, query)))
    },
    async () => {
      // The screen that is shown stays until the document is there.
      if (!isAhead && (await reloadIfServerAnswers())) await new Promise(() => {})
    },
  )
}
