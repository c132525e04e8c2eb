import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.contract.ts'
import { pageNumber } from '../platform/paging.contract.ts'
import { idParam } from '../tracks/tracks.contract.ts'
import { feedItemSchema } from './drops.contract.ts'

export const getFeed = endpoint({
  method: 'GET',
  path: '/api/feed',
  who: 'member',
  summary:
    'Drops of those the member follows, newest first, five a page; further pages leave out what was published since page 1 was read. With `before`, the id of the last drop one has, the answer goes on from there whatever `page` says, also when follows change meanwhile or two screens read at once.',
  query: z.object({ page: pageNumber, before: z.optional(idParam) }),
  answer: z.array(feedItemSchema),
})
