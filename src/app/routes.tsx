import type { QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Site } from '../ui/site.tsx'

export type Params = Record<string, string>

/** What a screen's module exports: the component, and the queries that its first picture needs. */
export type ScreenModule = {
  Screen: ComponentType<{ params: never }>
  queries?: (params: never, search: URLSearchParams, site: Site) => ScreenQuery[]
}

/** With `nullWhen: 'not_found'` in its meta a query that finds nothing makes the page a 404, unless `mayMiss` is there too. */
export type ScreenQuery = { queryKey: QueryKey; meta?: Record<string, unknown> | undefined }

export type Page = {
  /** Segments that begin with `:` are named and match anything; `*` matches every address. */
  path: string
  /** Source file of the screen, for preloading. */
  module: string
  load: () => Promise<ScreenModule>
  /** Who may stay: `member` sends visitors to /login, `visitor` sends members to /home, `admin` sends others to /. */
  guard?: 'member' | 'visitor' | 'admin'
}

/** Every page of the product; the first that matches an address is its page. */
export function pagesOf(site: Site): Page[] {
  return [
    page(
      '/',
      'landing/screens/landing-screen',
      () => import('../landing/screens/landing-screen.tsx'),
    ),
    page(
      '/login',
      'members/screens/login-screen',
      () => import('../members/screens/login-screen.tsx'),
      'visitor',
    ),
    page(
      '/reset-password',
      'members/screens/reset-password-screen',
      () => import('../members/screens/reset-password-screen.tsx'),
    ),
    page(
      '/settings',
      'members/screens/settings-screen',
      () => import('../members/screens/settings-screen.tsx'),
      'member',
    ),
    page(
      '/home',
      'drops/screens/home-screen',
      () => import('../drops/screens/home-screen.tsx'),
      'member',
    ),
    page(
      '/follow/confirm',
      'follows/screens/confirm-follow-screen',
      () => import('../follows/screens/confirm-follow-screen.tsx'),
    ),
    page(
      '/unsubscribe',
      'follows/screens/unsubscribe-screen',
      () => import('../follows/screens/unsubscribe-screen.tsx'),
    ),
    page(
      '/email/confirm',
      'members/screens/confirm-email-screen',
      () => import('../members/screens/confirm-email-screen.tsx'),
    ),
    page(
      '/charts',
      'charts/screens/charts-screen',
      () => import('../charts/screens/charts-screen.tsx'),
    ),
    page('/feed', 'feed/screens/feed-screen', () => import('../feed/screens/feed-screen.tsx')),
    page(
      '/people',
      'follows/screens/people-screen',
      () => import('../follows/screens/people-screen.tsx'),
      'member',
    ),
    page(
      '/following',
      'follows/screens/following-screen',
      () => import('../follows/screens/following-screen.tsx'),
      'member',
    ),
    page(
      '/followers',
      'follows/screens/followers-screen',
      () => import('../follows/screens/followers-screen.tsx'),
      'member',
    ),
    page(
      `/${site.brand.toLowerCase()}s`,
      'admin/screens/members-screen',
      () => import('../admin/screens/members-screen.tsx'),
      'admin',
    ),
    page(
      '/:username/drops',
      'drops/screens/history-screen',
      () => import('../drops/screens/history-screen.tsx'),
    ),
    page(
      '/:username/drops/:dropNumber',
      'drops/screens/drop-screen',
      () => import('../drops/screens/drop-screen.tsx'),
    ),
    page(
      '/:username',
      'profiles/screens/profile-screen',
      () => import('../profiles/screens/profile-screen.tsx'),
    ),
    page(
      '*',
      'landing/screens/not-found-screen',
      () => import('../landing/screens/not-found-screen.tsx'),
    ),
  ]
}

type Match = { page: Page; params: Params }

/** The page of an address's path; the last page of the list matches everything. */
export function matchPage(pages: Page[], pathname: string): Match {
  for (const page of pages) {
    const params = matchPath(page.path, pathname)
    if (params) return { page, params }
  }
  throw new Error('The list of pages has no page for every address')
}

function matchPath(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {}
  const wanted = pattern.split('/')
  const given = pathname.replace(/(.)\/$/, '$1').split('/')
  if (wanted.length !== given.length) return null
  const params: Params = {}
  for (const [index, segment] of wanted.entries()) {
    const text = given[index] ?? ''
    if (segment.startsWith(':') && text !== '') params[segment.slice(1)] = decode(text)
    else if (segment !== text) return null
  }
  return params
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const page = (path: string, file: string, load: Page['load'], guard?: Page['guard']): Page => ({
  path,
  module: `src/${file}.tsx`,
  load,
  ...(guard && { guard }),
})
