import type { QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import type { Site } from '../../site/site.tsx'
import { downloadCode } from '../../ui/routing/lazy.ts'

export type Params = Record<string, string>

type ScreenModule = {
  Screen: ComponentType<{ params: never }>
  queries?: (params: never, search: URLSearchParams, site: Site) => ScreenQuery[]
}

export type ScreenQuery = { queryKey: QueryKey; meta?: Record<string, unknown> | undefined }

export type Page = {
  /** Segments that begin with `:` are named and match anything; `*` matches every path. */
  path: string
  segments: string[]
  /** Source file of the screen, the key of its chunks in the build's manifest. */
  module: string
  /** Sets `screen`. After a `DownloadError` the next call tries again. */
  load(): Promise<ScreenModule>
  screen?: ScreenModule
  /** `member` redirects visitors to /login, `visitor` redirects members to /home, `admin` redirects other members to /. */
  guard?: 'member' | 'visitor' | 'admin'
  /** All visitors get the same page, so it is kept for them for up to two seconds. */
  shared?: boolean
  /** The page depends on the URL's query, so visitors share it only without one. */
  readsQuery?: boolean
  /** Is shown before its data, with skeletons that the specification describes. */
  hasSkeletons?: boolean
  /** The navigation of visitors is beside the name on wide screens. */
  hasWideBar?: boolean
}

let made: { brand: string; pages: Page[] } | undefined

export function pagesOf({ brand }: Pick<Site, 'brand'>): Page[] {
  if (made?.brand !== brand) made = { brand, pages: makePages(brand) }
  return made.pages
}

function makePages(brand: string): Page[] {
  const [username, dropNumber] = [':username', ':dropNumber']
  const visitor = { guard: 'visitor', shared: true } as const
  const member = { guard: 'member' } as const
  const memberQuery = { ...member, readsQuery: true }
  const admin = { guard: 'admin', readsQuery: true } as const
  const anyone = { shared: true }
  const withWideBar = { ...anyone, hasWideBar: true }
  const withQuery = { ...anyone, readsQuery: true }
  return [
    page(paths.landing, 'landing/screens/landing-screen', withWideBar),
    page(paths.login, 'landing/screens/login-screen', { ...visitor, readsQuery: true }),
    page(paths.resetPassword, 'members/screens/sign-in/reset-password-screen', withQuery),
    page(paths.settings, 'settings/screens/settings-screen', member),
    page(paths.importData, 'archive/screens/import-screen', member),
    page(paths.home, 'drops/screens/home-screen', member),
    page(paths.confirmFollow, 'follows/screens/confirm-follow-screen', withQuery),
    page(paths.unsubscribe, 'follows/screens/unsubscribe-screen', withQuery),
    page(paths.sendSong, 'returned-songs/screens/send-song-screen', withQuery),
    page(paths.undoUnsubscribe, 'follows/screens/undo-unsubscribe-screen', withQuery),
    page(paths.mailChoices, 'follows/screens/mail-choices-screen', withQuery),
    page(paths.stopReminder, 'drops/screens/reminder/stop-reminder-screen', withQuery),
    page(paths.confirmEmail, 'members/screens/email/confirm-email-screen', withQuery),
    page(paths.charts, 'charts/screens/charts-screen', {
      ...withWideBar,
      ...withQuery,
      hasSkeletons: true,
    }),
    page(paths.feed, 'feed/screens/feed-screen', anyone),
    page(paths.people, 'discovery/screens/people-screen', memberQuery),
    page(paths.following, 'follows/screens/following/following-screen', memberQuery),
    page(paths.followers, 'follows/screens/followers/followers-screen', memberQuery),
    page(paths.track(':spotifyTrackId'), 'discovery/screens/track-screen', {
      ...withWideBar,
      ...withQuery,
    }),
    page(paths.members(brand), 'admin/screens/members-screen', admin),
    page(paths.drops(username), 'drops/screens/history-screen', { ...withWideBar, ...withQuery }),
    page(paths.drop(username, dropNumber), 'drops/screens/drop-screen', withWideBar),
    page(paths.profile(username), 'profiles/screens/profile-screen', withWideBar),
    page('*', 'landing/screens/not-found-screen'),
  ]
}

export function guardRedirect(page: Page, user: { is_admin: boolean } | null): string | null {
  if (page.guard === 'visitor' && user) return paths.home
  if (page.guard === 'member' && !user) return paths.login
  if (page.guard === 'admin' && !user?.is_admin) return user ? paths.landing : paths.login
  return null
}

const screens = import.meta.glob<ScreenModule>('/src/*/screens/**/*-screen.tsx')

type PageOptions = Pick<Page, 'guard' | 'shared' | 'readsQuery' | 'hasSkeletons' | 'hasWideBar'>

function page(path: string, screen: string, options: PageOptions = {}): Page {
  const file = `/src/${screen}.tsx`
  const load = screens[file]
  if (!load) throw new Error(`There is no ${file}`)
  const page: Page = {
    path,
    segments: path.split('/'),
    module: file.slice(1),
    async load() {
      page.screen ??= await downloadCode(load)
      return page.screen
    },
    ...options,
  }
  return page
}

export type Match = { pathname: string; page: Page; params: Params }

/** The page of a URL's path; the last page of the list matches everything. */
export function matchPage(pages: Page[], pathname: string): Match {
  const given = pathname.split('/')
  for (const page of pages) {
    const params = page.path === '*' ? {} : matchSegments(page.segments, given)
    if (params) return { pathname, page, params }
  }
  throw new Error('The list of pages has no page for every URL')
}

function matchSegments(wanted: string[], given: string[]): Params | null {
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
