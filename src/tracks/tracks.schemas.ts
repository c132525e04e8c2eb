import * as z from 'zod/mini'
import { type TrackMovement, trackMovementSchema } from '../contract/movement.schemas.ts'
import { boundedArray, rowId, rowNumber } from '../platform/http/common.schemas.ts'
import { type Endpoint, perHour, perMinute } from '../platform/http/endpoint.shared.ts'
import { maxTracks } from './tracks.shared.ts'

/** A track's details from the streaming service; null until they are looked up. */
export const trackDetails = {
  title: z.nullable(z.string()),
  artist: z.nullable(z.string()),
  artwork: z.nullable(z.string()),
  /** The main color of the cover, as six hexadecimal digits. */
  color: z.nullable(z.string()),
  /** The service does not have the track (any more); details that were looked up before are kept. */
  gone: z.boolean(),
}

/** What a picture of the seven covers needs of a track. */
export const coverSchema = z.object({
  spotify_track_id: z.string(),
  artwork: trackDetails.artwork,
  color: trackDetails.color,
})
export type Cover = z.infer<typeof coverSchema>

export const trackSummarySchema = z.object({ spotify_track_id: z.string(), ...trackDetails })
export type TrackSummary = z.infer<typeof trackSummarySchema>

export const trackSchema = z.object({
  id: z.number(),
  user_id: z.number(),
  spotify_track_url: z.string(),
  spotify_track_id: z.string(),
  rank: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  ...trackDetails,
  /** Tabs of release 0.1.0 take no list without it. */
  tone: z.optional(z.null()),
  via: z.nullable(z.string()),
})
export type Track = z.infer<typeof trackSchema>

export const listTracks = {
  route: 'GET /api/tracks',
  access: 'member',
  response: z.array(trackSchema),
} satisfies Endpoint

const trackPreviewSchema = z.object({
  spotify_track_id: z.string(),
  spotify_track_url: z.string(),
  ...z.omit(z.object(trackDetails), { gone: true }).shape,
})
export type TrackPreview = z.infer<typeof trackPreviewSchema>

/** What a pasted link, also a short one, would add; without a title while the service cannot be reached. */
export const previewTrack = {
  route: 'GET /api/track-preview',
  access: 'anyone',
  query: z.object({
    link: z.string().check(z.maxLength(2000, 'Please enter a valid Spotify track URL')),
  }),
  limits: perHour({ visitor: 60, account: 300, ip: 600 }),
  response: trackPreviewSchema,
} satisfies Endpoint

const foundTrackSchema = z.omit(trackPreviewSchema, { spotify_track_url: true })
export type FoundTrack = z.infer<typeof foundTrackSchema>

/** The first six tracks that match the words; only where the operator has set keys for it. */
export const searchTracks = {
  route: 'GET /api/track-search',
  access: 'anyone',
  query: z.object({
    q: z.string().check(z.trim(), z.minLength(1, 'Type a title or an artist'), z.maxLength(100)),
  }),
  // The limit of a minute keeps a visitor from using up what the service allows the operator's keys.
  limits: [...perMinute({ visitor: 20 }), ...perHour({ visitor: 180, account: 600, ip: 1200 })],
  response: z.array(foundTrackSchema),
} satisfies Endpoint

/**
 * Add a track by its link, also a short one, ranked last or in the place of the track with the id `replaces`. `via` is
 * the member from whose list or drop it was taken.
 */
export const addTrack = {
  route: 'POST /api/tracks',
  access: 'member',
  body: z.object({
    spotifyUrl: z
      .string('Please enter a valid Spotify track URL')
      .check(z.maxLength(2000, 'Please enter a valid Spotify track URL')),
    replaces: z.optional(rowNumber),
    via: z.optional(z.string().check(z.maxLength(30))),
  }),
  limits: perHour({ account: 120, ip: 300 }),
  status: 201,
  response: trackSchema,
} satisfies Endpoint

/** The tracks after it move up. */
export const deleteTrack = {
  route: 'DELETE /api/tracks/:id',
  access: 'member',
  params: z.object({ id: rowId }),
  limits: perHour({ account: 600 }),
} satisfies Endpoint

export const forgetVia = {
  route: 'DELETE /api/tracks/:id/via',
  access: 'member',
  params: z.object({ id: rowId }),
  limits: perHour({ account: 600 }),
} satisfies Endpoint

/** Set the order: each of the member’s tracks once, with ranks 1 to n. */
export const rankTracks = {
  route: 'PUT /api/tracks/rank',
  access: 'member',
  limits: perHour({ account: 600 }),
  body: z.object({
    tracks: boundedArray(z.object({ id: rowNumber, rank: z.int() }), maxTracks),
  }),
  response: z.array(trackSchema),
} satisfies Endpoint

export const dropTrackSchema = z.object({
  id: z.number(),
  drop_id: z.number(),
  spotify_track_id: z.string(),
  rank: z.number(),
  ...trackDetails,
  movement: trackMovementSchema,
})
export type DropTrack = z.infer<typeof dropTrackSchema>

/** A track of the previous drop, with the rank that it had. */
export const leftTrackSchema = z.object({
  spotify_track_id: z.string(),
  rank: z.number(),
  ...trackDetails,
})
export type LeftTrack = z.infer<typeof leftTrackSchema>

/** What a card shows; a drop's tracks have no date. */
export type DisplayedTrack = Pick<Track, 'spotify_track_id' | 'title' | 'artist' | 'artwork'> & {
  created_at?: string
  gone?: boolean
  color?: string | null
  movement?: TrackMovement
}
