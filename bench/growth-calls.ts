import { createHash } from 'node:crypto'

/** The id that the seed gives to its most frequent track. */
const topTrack = createHash('md5').update('track 1').digest('hex').slice(0, 22)

/** The calls whose cost could grow with the number of members or followers, by the member who makes them. */
export const calls = {
  star: [
    '/healthz',
    '/api/user',
    '/api/drops/60/delivery',
    '/api/followers',
    '/api/followers?pageSize=100',
    '/api/followers?sort=asc',
    '/api/followers?page=middle',
    '/api/followers?page=last',
    '/api/followers?status=verified',
    '/api/followers?status=unverified',
    '/api/followers?status=unsubscribed',
    '/api/followers?onlyUsers=true',
    ...['luna1', 'luna', 'example', 'nobody'].map(text => `/api/followers?search=${text}`),
  ],
  fan500: ['/api/feed', '/api/feed?page=5', '/api/feed?page=50', '/api/follows/following'],
  plain: [
    '/api/profile/star',
    '/api/users/star/followers-count',
    '/api/users/star/drops-count',
    '/api/users/star/is-following',
    '/api/users/star/shared-tracks',
    '/api/members-to-hear',
    '/api/charts/top-users',
    '/api/charts/top-tracks',
    '/api/members?search=luna',
    `/api/tracks/${topTrack}`,
    `/api/tracks/${topTrack}/lists`,
  ],
  theboss: [
    '/api/admin/radrs?sortBy=created_at',
    '/api/admin/radrs?sortBy=username&sortDirection=asc',
    '/api/admin/radrs?sortBy=follower_count',
    '/api/admin/radrs?sortBy=drop_count',
    '/api/admin/radrs?sortBy=last_drop_date',
    '/api/admin/radrs?page=middle',
    '/api/admin/radrs?sortBy=follower_count&page=middle',
    '/api/admin/radrs?page=last',
    '/api/admin/radrs?search=luna',
    '/api/admin/radrs?search=luna&sortBy=follower_count',
    '/api/admin/radrs?search=nobody',
  ],
}
