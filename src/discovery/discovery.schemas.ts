import * as z from 'zod/mini'
import { listPositionPattern } from '../contract/paths.shared.ts'
import { type Endpoint, perMinute } from '../platform/http/endpoint.shared.ts'
import { trackSummarySchema } from '../tracks/tracks.schemas.ts'

const trackPageSchema = z.object({
  ...trackSummarySchema.shape,
  album: z.nullable(z.string()),
  /** Date, month or year, as "2013-05-17". */
  released: z.nullable(z.string()),
  /** In seconds. */
  duration: z.nullable(z.number()),
  lists: z.number(),
  /** How many drops have had the track. */
  drops: z.number(),
  /** Null while nobody has dropped it. */
  firstDrop: z.nullable(
    z.object({ username: z.string(), drop_number: z.number(), created_at: z.string() }),
  ),
  card: z.string(),
})
export type TrackPage = z.infer<typeof trackPageSchema>

const listWithTrackSchema = z.object({
  username: z.string(),
  avatar: z.nullable(z.string()),
  rank: z.number(),
  via: z.nullable(z.string()),
  followerCount: z.number(),
})
export type ListWithTrack = z.infer<typeof listWithTrackSchema>

const spotifyTrackId = z.object({ spotifyTrackId: z.string() })

export const getTrack = {
  route: 'GET /api/tracks/:spotifyTrackId',
  access: 'anyone',
  shared: true,
  params: spotifyTrackId,
  response: trackPageSchema,
} satisfies Endpoint

/**
 * The lists that a track is on now, the most followed first, ten at a time. `next` is the `after` of those that follow,
 * null after the last.
 */
export const listTrackLists = {
  route: 'GET /api/tracks/:spotifyTrackId/lists',
  access: 'anyone',
  params: spotifyTrackId,
  query: z.object({
    after: z.optional(
      z.string().check(z.regex(listPositionPattern, 'after is the `next` of an earlier answer')),
    ),
  }),
  response: z.object({ lists: z.array(listWithTrackSchema), next: z.nullable(z.string()) }),
} satisfies Endpoint

/** Members whose lists share tracks with one's own, and others, who are suggested. */
export const closeCount = 10
export const droppedCount = 10

const suggestedMemberSchema = z.object({
  username: z.string(),
  avatar: z.nullable(z.string()),
  followerCount: z.number(),
  /** `close`: the lists share tracks. Else when the newest drop was. */
  reason: z.enum(['close', 'this_week', 'earlier']),
  /** The list in order. */
  tracks: z.array(trackSummarySchema),
  /** The ids of the tracks that both lists have, in the order of the viewer's. */
  shared: z.array(z.string()),
})
export type SuggestedMember = z.infer<typeof suggestedMemberSchema>

/**
 * Members with a drop whom the member does not follow: up to `closeCount` whose lists share tracks with the member’s
 * own, by the sum over these tracks of 1 / number of lists with the track, and up to `droppedCount` of the most
 * followed, those first who have dropped in the last seven days.
 */
export const listSuggestedMembers = {
  route: 'GET /api/members-to-hear',
  access: 'member',
  response: z.array(suggestedMemberSchema),
} satisfies Endpoint

const foundMemberSchema = z.object({
  username: z.string(),
  avatar: z.nullable(z.string()),
  /** Missing for a visitor. */
  isFollowing: z.optional(z.boolean()),
  withoutMail: z.optional(z.boolean()),
})
export type FoundMember = z.infer<typeof foundMemberSchema>

/** Up to twenty members whose username begins with the text or, if it has three characters or more, contains it; the former first. */
export const searchMembers = {
  route: 'GET /api/members',
  access: 'anyone',
  query: z.object({
    search: z.string().check(z.trim(), z.minLength(1, 'Type a part of a name'), z.maxLength(30)),
  }),
  limits: perMinute({ ip: 120 }),
  response: z.array(foundMemberSchema),
} satisfies Endpoint

export const listSharedTracks = {
  route: 'GET /api/users/:username/shared-tracks',
  access: 'member',
  params: z.object({ username: z.string() }),
  response: z.array(trackSummarySchema),
} satisfies Endpoint
