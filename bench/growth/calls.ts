import { createHash } from 'node:crypto'
import type { startSeededApp } from '../seeded-app.ts'

export type GrowthCall = { what: string; path: string; as?: string }

/** The id that the seed gives to its most frequent track. */
const topTrack = createHash('md5').update('track 1').digest('hex').slice(0, 22)

/** The calls whose cost could grow with the number of members or followers. */
export async function listCalls(app: Awaited<ReturnType<typeof startSeededApp>>) {
  const totalOf = async (path: string, as: string): Promise<number> => {
    const response = await fetch(app.url + path, { headers: { cookie: await app.signIn(as) } })
    return ((await response.json()) as { total: number }).total
  }
  const followerPages = Math.ceil((await totalOf('/api/followers', 'star')) / 10)
  const memberPages = Math.ceil((await totalOf('/api/admin/radrs', 'theboss')) / 10)
  const followers = (what: string, query: string): GrowthCall => ({
    what: `followers, ${what}`,
    path: `/api/followers?${query}`,
    as: 'star',
  })
  const members = (what: string, query: string): GrowthCall => ({
    what: `members, ${what}`,
    path: `/api/admin/radrs?${query}`,
    as: 'theboss',
  })
  const calls: GrowthCall[] = [
    { what: 'healthz, for comparison', path: '/healthz' },
    { what: 'user', path: '/api/user', as: 'star' },
    { what: 'profile', path: '/api/profile/star', as: 'plain' },
    { what: 'followers count', path: '/api/users/star/followers-count', as: 'plain' },
    { what: 'drops count', path: '/api/users/star/drops-count', as: 'plain' },
    { what: 'is following', path: '/api/users/star/is-following', as: 'plain' },
    { what: 'chart of members', path: '/api/charts/top-users', as: 'plain' },
    { what: 'chart of lists', path: '/api/charts/top-tracks', as: 'plain' },
    { what: 'track on the most lists', path: `/api/tracks/${topTrack}`, as: 'plain' },
    { what: 'lists with it', path: `/api/tracks/${topTrack}/lists`, as: 'plain' },
    { what: 'close members', path: '/api/close-members', as: 'plain' },
    { what: 'shared tracks', path: '/api/users/star/shared-tracks', as: 'plain' },
    { what: 'feed', path: '/api/feed', as: 'fan500' },
    { what: 'feed, page 5', path: '/api/feed?page=5', as: 'fan500' },
    { what: 'feed, page 50', path: '/api/feed?page=50', as: 'fan500' },
    { what: 'following 500', path: '/api/follows/following', as: 'fan500' },
    { what: 'delivery of the newest drop', path: '/api/drops/60/delivery', as: 'star' },
    followers('page 1', ''),
    followers('100 a page', 'pageSize=100'),
    followers('oldest first', 'sort=asc'),
    followers('middle page', `page=${Math.ceil(followerPages / 2)}`),
    followers('last page', `page=${followerPages}`),
    followers('verified', 'status=verified'),
    followers('unverified', 'status=unverified'),
    followers('unsubscribed', 'status=unsubscribed'),
    followers('accounts', 'onlyUsers=true'),
    followers('search, a few match', 'search=luna1'),
    followers('search, 2 % match', 'search=luna'),
    followers('search, all match', 'search=example'),
    followers('search, none match', 'search=nobody'),
    members('newest', 'sortBy=created_at'),
    members('by name', 'sortBy=username&sortDirection=asc'),
    members('by followers', 'sortBy=follower_count'),
    members('by drops', 'sortBy=drop_count'),
    members('by last drop', 'sortBy=last_drop_date'),
    members('middle page', `page=${Math.ceil(memberPages / 2)}`),
    members('middle page by followers', `sortBy=follower_count&page=${Math.ceil(memberPages / 2)}`),
    members('last page', `page=${memberPages}`),
    members('search, 2 % match', 'search=luna'),
    members('search, 2 % match, by followers', 'search=luna&sortBy=follower_count'),
    members('search, none match', 'search=nobody'),
  ]
  return calls
}
