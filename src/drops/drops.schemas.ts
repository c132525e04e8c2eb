import * as z from 'zod/mini'
import { dropMovementSchema } from '../contract/movement.schemas.ts'
import { dropNumber } from '../delivery/delivery.schemas.ts'
import { type Endpoint, perHour } from '../platform/http/endpoint.shared.ts'
import { visibleLength, visibleText } from '../platform/text/visible-text.shared.ts'
import {
  coverSchema,
  dropTrackSchema,
  leftTrackSchema,
  trackDetails,
} from '../tracks/tracks.schemas.ts'
import { maxNoteLength, noteTooLong } from './drops.shared.ts'

const username = z.object({ username: z.string() })
const dropsBefore = z.object({ before: z.optional(dropNumber) })

/** A note without anything to see is none. */
export const note = z
  .pipe(
    z.nullish(z.string()),
    z.transform(text => visibleText(text ?? '')),
  )
  .check(z.refine(text => visibleLength(text ?? '') <= maxNoteLength, noteTooLong))

const dropBody = z.object({ note })

export const dropListItemSchema = z.object({
  id: z.number(),
  drop_number: z.number(),
  note: z.nullable(z.string()),
  created_at: z.string(),
  drop_followers: z.number(),
  movement: dropMovementSchema,
})
export type DropListItem = z.infer<typeof dropListItemSchema>

const historyItemSchema = z.object({
  ...dropListItemSchema.shape,
  /** The tracks in order. */
  tracks: z.array(coverSchema),
})
export type HistoryItem = z.infer<typeof historyItemSchema>

/** Whether the list is not empty and differs from the last drop in tracks or order. */
export const hasChanges = {
  route: 'GET /api/drops/has-changes',
  access: 'member',
  response: z.object({
    hasChanges: z.boolean(),
    savedAt: z.nullable(z.string()),
    lastDrop: z.nullable(z.object({ number: z.number(), madeAt: z.string() })),
  }),
} satisfies Endpoint

/** When the next drop is allowed; null when it is now. */
export const checkWeeklyLimit = {
  route: 'GET /api/drops/check-weekly-limit',
  access: 'member',
  response: z.object({ nextDropTime: z.nullable(z.string()) }),
} satisfies Endpoint

/** A drop made now: its number and movement are null while the list is empty. */
export const previewDrop = {
  route: 'GET /api/drops/preview',
  access: 'member',
  response: z.object({
    number: z.nullable(z.number()),
    movement: z.nullable(dropMovementSchema),
    /** How many get it by mail; null with too many followers to count at once. */
    mails: z.nullable(z.number()),
    /** Whether limits of mail to emails that nobody confirmed can make them fewer. */
    mailsAtMost: z.boolean(),
    /** Members who follow, and get no mail. */
    feedOnly: z.number(),
  }),
} satisfies Endpoint

export const createDrop = {
  route: 'POST /api/drops',
  access: 'member',
  body: dropBody,
  limits: perHour({ account: 20, ip: 60 }),
  status: 201,
  response: dropListItemSchema,
} satisfies Endpoint

/** Mail the drop to oneself alone; nothing is published. */
export const createTestDrop = {
  route: 'POST /api/test-drop',
  access: 'dev',
  body: dropBody,
  limits: perHour({ account: 20 }),
  response: z.object({ message: z.string() }),
} satisfies Endpoint

/** The member’s own newest 26 drops, or the 26 before the drop with the number `before`. */
export const listOwnDrops = {
  route: 'GET /api/drops',
  access: 'member',
  query: dropsBefore,
  response: z.array(historyItemSchema),
} satisfies Endpoint

/** A member’s newest 26 drops, or the 26 before the drop with the number `before`. */
export const listDrops = {
  route: 'GET /api/users/:username/drops',
  access: 'anyone',
  shared: true,
  params: username,
  query: dropsBefore,
  response: z.array(historyItemSchema),
} satisfies Endpoint

const rankedTrackSchema = z.object({
  spotify_track_id: z.string(),
  title: trackDetails.title,
  artist: trackDetails.artist,
  artwork: trackDetails.artwork,
  /** The rank on the member's newest drop; null if the track is not on it. */
  newest_rank: z.nullable(z.number()),
  ranks: z.array(z.nullable(z.number())),
})
export type RankedTrack = z.infer<typeof rankedTrackSchema>

const rankHistorySchema = z.object({
  /** Oldest first. */
  drops: z.array(z.object({ drop_number: z.number(), created_at: z.string() })),
  tracks: z.array(rankedTrackSchema),
  /** The value of `before` that gives older drops; null if there are none. */
  older: z.nullable(z.number()),
})
export type RankHistory = z.infer<typeof rankHistorySchema>

/** The rank of each track on a member’s newest 26 drops, or on the 26 before the drop with the number `before`. */
export const getRankHistory = {
  route: 'GET /api/users/:username/rank-history',
  access: 'anyone',
  params: username,
  query: dropsBefore,
  response: rankHistorySchema,
} satisfies Endpoint

export const countDrops = {
  route: 'GET /api/users/:username/drops-count',
  access: 'anyone',
  shared: true,
  params: username,
  response: z.object({ totalDrops: z.number() }),
} satisfies Endpoint

export const getDrop = {
  route: 'GET /api/users/:username/drops/:dropNumber',
  access: 'anyone',
  shared: true,
  params: z.object({
    username: z.string(),
    dropNumber,
  }),
  response: z.object({
    username: z.string(),
    avatar: z.nullable(z.string()),
    drop: z.object({
      dropNumber: z.number(),
      note: z.nullable(z.string()),
      createdAt: z.string(),
      followers: z.number(),
      movement: dropMovementSchema,
    }),
    tracks: z.array(dropTrackSchema),
    left: z.array(leftTrackSchema),
    /** Followers can send a song in answer. */
    acceptsSongs: z.boolean(),
    card: z.string(),
  }),
} satisfies Endpoint
