import * as z from 'zod/mini'
import { dropListItemSchema } from '../drops/drops.schemas.ts'
import { rowId, wholeNumber } from '../platform/http/common.schemas.ts'
import type { Endpoint } from '../platform/http/endpoint.shared.ts'
import { trackSummarySchema } from '../tracks/tracks.schemas.ts'
import { maxFeedPages } from './feed.shared.ts'

const feedItemSchema = z.object({
  username: z.string(),
  avatar: z.nullable(z.string()),
  drop: dropListItemSchema,
  tracks: z.array(trackSummarySchema),
})
export type FeedItem = z.infer<typeof feedItemSchema>

/**
 * Drops of those the member follows, newest first, five a page, 200 pages. With `before`, the id of the last drop one
 * has, the response goes on from there whatever `page` says: it has no last page, and a drop published meanwhile repeats
 * none.
 */
export const getFeed = {
  route: 'GET /api/feed',
  access: 'member',
  query: z.object({ page: wholeNumber('page', 1, maxFeedPages, 1), before: z.optional(rowId) }),
  response: z.array(feedItemSchema),
} satisfies Endpoint

const weekSchema = z.object({
  since: z.string(),
  /** True from Friday to Sunday, when the record is that of the week before. */
  isOver: z.boolean(),
  /** Number of people whose number ones are on the record. */
  people: z.number(),
  tracks: z.array(
    z.extend(trackSummarySchema, {
      people: z.array(z.object({ username: z.string(), drop_number: z.number() })),
    }),
  ),
  /** The member's own picture to share; null of fewer than two tracks. */
  card: z.nullable(z.string()),
})
export type Week = z.infer<typeof weekSchema>

/**
 * The record of the week: at most seven number ones of everybody the member follows who has dropped in the week since the
 * Friday in the response. Those that more people share come first, then the newest.
 */
export const getWeek = {
  route: 'GET /api/feed/week',
  access: 'member',
  response: weekSchema,
} satisfies Endpoint

const addedTrackSchema = z.object({
  username: z.string(),
  spotify_track_id: z.string(),
  title: z.nullable(z.string()),
})
export type AddedTrack = z.infer<typeof addedTrackSchema>

/** Tracks that others have added from the member’s list or drops in the last seven days, the newest first. */
export const listAddedTracks = {
  route: 'GET /api/feed/added-tracks',
  access: 'member',
  response: z.array(addedTrackSchema),
} satisfies Endpoint
