import * as z from 'zod/mini'
import { listPositionPattern } from '../contract/paths.shared.ts'
import type { Endpoint } from '../platform/endpoint.shared.ts'
import { trackDetails } from '../tracks/tracks.schemas.ts'

const trackSummarySchema = z.object({ spotify_track_id: z.string(), ...trackDetails })
export type TrackSummary = z.infer<typeof trackSummarySchema>

const trackPageSchema = z.object({
  ...trackSummarySchema.shape,
  album: z.nullable(z.string()),
  /** Date, month or year, as "2013-05-17". */
  released: z.nullable(z.string()),
  /** In seconds. */
  duration: z.nullable(z.number()),
  lists: z.number(),
  /** In how many drops it has been. */
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
  summary:
    'A track: on how many lists it is, in how many drops it has been, and who dropped it first.',
  params: spotifyTrackId,
  response: trackPageSchema,
} satisfies Endpoint

export const listTrackLists = {
  route: 'GET /api/tracks/:spotifyTrackId/lists',
  access: 'anyone',
  summary:
    'The lists that a track is on now, the most followed first, ten at a time. `next` is the `after` of those that follow, null after the last.',
  params: spotifyTrackId,
  query: z.object({
    after: z.optional(
      z.string().check(z.regex(listPositionPattern, 'after is the `next` of an earlier answer')),
    ),
  }),
  response: z.object({ lists: z.array(listWithTrackSchema), next: z.nullable(z.string()) }),
} satisfies Endpoint

const closeMemberSchema = z.object({
  username: z.string(),
  avatar: z.nullable(z.string()),
  /** What both lists have, in the order of the viewer's. */
  shared: z.array(trackSummarySchema),
})
export type CloseMember = z.infer<typeof closeMemberSchema>

export const listCloseMembers = {
  route: 'GET /api/close-members',
  access: 'member',
  summary:
    'Up to twenty members whose lists share tracks with the member’s own and whom the member does not follow. The order is the sum over the shared tracks of 1 / number of lists with the track, the highest first.',
  response: z.array(closeMemberSchema),
} satisfies Endpoint

export const listSharedTracks = {
  route: 'GET /api/users/:username/shared-tracks',
  access: 'member',
  summary:
    'The tracks that are on the list of the signed-in member and on another’s, in the order of the former.',
  params: z.object({ username: z.string() }),
  response: z.array(trackSummarySchema),
} satisfies Endpoint
