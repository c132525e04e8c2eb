import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.contract.ts'
import { trackDetails } from '../tracks/tracks.contract.ts'

const chartUserSchema = z.object({
  id: z.number(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  followerCount: z.number(),
  dropCount: z.number(),
  created_at: z.string(),
})
export type ChartUser = z.infer<typeof chartUserSchema>

const chartTrackSchema = z.object({
  spotify_track_id: z.string(),
  count: z.number(),
  ...trackDetails,
})
export type ChartTrack = z.infer<typeof chartTrackSchema>

export const topUsers = endpoint({
  method: 'GET',
  path: '/api/charts/top-users',
  access: 'anyone',
  summary: 'The members with the most confirmed followers.',
  answer: z.array(chartUserSchema),
})

export const topTracks = endpoint({
  method: 'GET',
  path: '/api/charts/top-tracks',
  access: 'anyone',
  summary: 'The tracks that stand on the most lists now.',
  answer: z.array(chartTrackSchema),
})

export const mostDropped = endpoint({
  method: 'GET',
  path: '/api/charts/most-dropped',
  access: 'anyone',
  summary: 'The tracks that stood in the most drops of all time.',
  answer: z.array(chartTrackSchema),
})
