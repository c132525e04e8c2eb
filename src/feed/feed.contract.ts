import type { Call } from '../platform/endpoint.contract.ts'
import { callPaths } from '../platform/paths.ts'
import type * as schemas from './feed.schemas.ts'

export type { FeedItem } from './feed.schemas.ts'

export const feedPageSize = 5

export const getFeed: Call<typeof schemas.getFeed> = { method: 'GET', path: callPaths.feed }
