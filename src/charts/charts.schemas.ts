import * as z from 'zod/mini'
import type { Endpoint } from '../platform/http/endpoint.shared.ts'
import { trackSummarySchema } from '../tracks/tracks.schemas.ts'

const chartUserSchema = z.object({
  id: z.number(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  followerCount: z.number(),
  dropCount: z.number(),
  created_at: z.string(),
  /** The list in order. */
  tracks: z.array(trackSummarySchema),
  /** Missing for a visitor. */
  isFollowing: z.optional(z.boolean()),
  withoutMail: z.optional(z.boolean()),
})
export type ChartUser = z.infer<typeof chartUserSchema>

const chartTrackSchema = z.object({
  ...trackSummarySchema.shape,
  count: z.number(),
})
export type ChartTrack = z.infer<typeof chartTrackSchema>

export const topUsers = {
  route: 'GET /api/charts/top-users',
  access: 'anyone',
  shared: true,
  response: z.array(chartUserSchema),
} satisfies Endpoint

export const topTracks = {
  route: 'GET /api/charts/top-tracks',
  access: 'anyone',
  shared: true,
  response: z.array(chartTrackSchema),
} satisfies Endpoint

export const mostDropped = {
  route: 'GET /api/charts/most-dropped',
  access: 'anyone',
  shared: true,
  response: z.array(chartTrackSchema),
} satisfies Endpoint
