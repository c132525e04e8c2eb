import * as z from 'zod/mini'

/** How a track moved against the member's earlier drops. */
export const trackMovementSchema = z.object({
  /** `back`: it was on an earlier drop, but not on the previous one. */
  kind: z.enum(['new', 'up', 'down', 'same', 'back']),
  /** How far up or down; otherwise 0. */
  places: z.number(),
  previous_rank: z.nullable(z.number()),
  /** On how many of the member's drops it has been, this one included. */
  drops: z.number(),
  /** Its best rank so far. */
  peak: z.number(),
  /** The first drop that it was on. */
  since: z.object({ drop_number: z.number(), created_at: z.string() }),
})
export type TrackMovement = z.infer<typeof trackMovementSchema>

/** What a drop changed against the member's previous one; null where it is not stored yet. */
export const dropMovementSchema = z.object({
  /** Null for a member's first drop. */
  previous_drop: z.nullable(z.number()),
  new: z.number(),
  back: z.number(),
  /** Tracks of the previous drop that are not on this one, with the rank that they had. */
  left: z.array(z.object({ spotify_track_id: z.string(), rank: z.number() })),
  /** On how many drops in a row the top track has been the top track. */
  number_one_drops: z.number(),
})
export type DropMovement = z.infer<typeof dropMovementSchema>
