import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './feed.schemas.ts'

export type { FeedItem } from './feed.schemas.ts'

export const feedPageSize = 5

export const getFeed: Call<typeof schemas.getFeed> = { method: 'GET', path: callPaths.feed }
