import * as z from 'zod/mini'
import { dropListItemSchema } from '../drops/drops.schemas.ts'
import type { Endpoint } from '../platform/endpoint.shared.ts'
import { pageNumber, rowId } from '../platform/paging.schemas.ts'
import { trackDetails } from '../tracks/tracks.schemas.ts'

const feedItemSchema = z.object({
  username: z.string(),
  avatar: z.nullable(z.string()),
  drop: dropListItemSchema,
  /** In the order of the drop. */
  tracks: z.array(z.object({ spotify_track_id: z.string(), ...trackDetails })),
})
export type FeedItem = z.infer<typeof feedItemSchema>

export const getFeed = {
  route: 'GET /api/feed',
  access: 'member',
  summary:
    'Drops of those the member follows, newest first, five a page. With `before`, the id of the last drop one has, the answer goes on from there whatever `page` says, so that a drop published meanwhile repeats none.',
  query: z.object({ page: pageNumber, before: z.optional(rowId) }),
  response: z.array(feedItemSchema),
} satisfies Endpoint
