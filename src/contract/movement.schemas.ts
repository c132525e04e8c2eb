import * as z from 'zod/mini'

export const trackMovementSchema = z.object({
  kind: z.enum(['new', 'up', 'down', 'same', 'back']),
  /** How far up or down; otherwise 0. */
  places: z.number(),
  previous_rank: z.nullable(z.number()),
  drops: z.number(),
  peak: z.number(),
  since: z.object({ drop_number: z.number(), created_at: z.string() }),
})
export type TrackMovement = z.infer<typeof trackMovementSchema>

/** What a drop changed against the member's previous one. */
export const dropMovementSchema = z.object({
  /** Null for a member's first. */
  previous_drop: z.nullable(z.number()),
  /** Tracks that were on no earlier drop, and those that were, but not on the previous one. */
  new: z.number(),
  back: z.number(),
  /** Tracks of the previous drop that are not on this one, with the rank that they had. */
  left: z.array(z.object({ spotify_track_id: z.string(), rank: z.number() })),
  /** How many drops in a row have had this top track, this one included. */
  number_one_drops: z.number(),
})
export type DropMovement = z.infer<typeof dropMovementSchema>
