import * as z from 'zod/mini'
import { tokenSchema } from '../members/credentials.schemas.ts'
import { rowNumber } from '../platform/http/common.schemas.ts'
import { type Endpoint, perHour } from '../platform/http/endpoint.shared.ts'
import { coverSchema, trackSummarySchema } from '../tracks/tracks.schemas.ts'
import { maxWordsLength, wordsLength, wordsOf, wordsTooLong } from './returned-songs.shared.ts'

/** Who sends: the follow of a mailed link, or the signed-in member, who names whom it is for. */
const from = {
  token: z.optional(tokenSchema),
  to: z.optional(z.string().check(z.maxLength(30))),
}

const songSchema = z.object({ ...trackSummarySchema.shape, words: z.nullable(z.string()) })
export type Song = z.infer<typeof songSchema>

const dropToAnswerSchema = z.object({
  username: z.string(),
  avatar: z.nullable(z.string()),
  dropNumber: z.number(),
  /** The drop's tracks in order. */
  tracks: z.array(coverSchema),
  /** The username that the member sees with the song; null if they see the email instead. */
  sender: z.nullable(z.string()),
  /** What was sent already. */
  sent: z.nullable(songSchema),
  /** The newest drop that has it, and its place there; the list may have changed since. */
  listed: z.nullable(z.object({ dropNumber: z.number(), rank: z.number() })),
})
export type DropToAnswer = z.infer<typeof dropToAnswerSchema>

/** What the page that sends a song shows. `problem` says why that is not possible, and what to do. */
export const getDropToAnswer = {
  route: 'GET /api/returned-songs/drop',
  access: 'anyone',
  // Any number is accepted, because a wrong one is a problem of the link.
  query: z.object({ ...from, drop: z.string().check(z.maxLength(30)) }),
  limits: perHour({ ip: 600 }),
  response: z.union([
    z.object({ problem: z.null(), ...dropToAnswerSchema.shape }),
    z.object({ problem: z.string(), code: z.string(), username: z.optional(z.string()) }),
  ]),
} satisfies Endpoint

const words = z
  .pipe(
    z.nullish(z.string()),
    z.transform(text => wordsOf(text ?? '')),
  )
  .check(z.refine(text => wordsLength(text ?? '') <= maxWordsLength, wordsTooLong))

/** Send one song in answer to a drop, with a few words. Nobody gets a mail. */
export const sendSong = {
  route: 'POST /api/returned-songs',
  access: 'anyone',
  body: z.object({
    ...from,
    drop: rowNumber,
    spotifyUrl: z
      .string('Choose a song first')
      .check(z.maxLength(2000, 'Please enter a valid Spotify track URL')),
    words,
  }),
  limits: perHour({ account: 60, ip: 120 }),
  status: 201,
  response: z.object({ username: z.string() }),
} satisfies Endpoint

const returnedSongSchema = z.object({
  id: z.number(),
  ...songSchema.shape,
  drop_number: z.number(),
  created_at: z.string(),
  /** The follow of the sender, to block it. */
  follow_id: z.number(),
  /** The sender as the list of followers shows them. */
  email: z.string(),
  username: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
})
export type ReturnedSong = z.infer<typeof returnedSongSchema>

/** The newest songs that came back and were not dismissed, and how many there are; none while songs are switched off. */
export const listReturnedSongs = {
  route: 'GET /api/returned-songs',
  access: 'member',
  response: z.object({ songs: z.array(returnedSongSchema), total: z.number() }),
} satisfies Endpoint

/** Put a song away, `withOlder` all that came before it, too: /home shows them no more. Idempotent. */
export const dismissSongs = {
  route: 'POST /api/returned-songs/dismiss',
  access: 'member',
  body: z.object({ id: rowNumber, withOlder: z.optional(z.boolean()) }),
  limits: perHour({ account: 600 }),
  response: z.object({
    count: z.number(),
    /** One of the songs that were put away now, by which all of them are restored: `id` may have been away already. */
    id: z.nullable(z.number()),
  }),
} satisfies Endpoint

/** Show a dismissed song again, with all that were dismissed together with it. Idempotent. */
export const restoreSongs = {
  route: 'POST /api/returned-songs/restore',
  access: 'member',
  body: z.object({ id: rowNumber }),
  limits: perHour({ account: 600 }),
} satisfies Endpoint

const settingSchema = z.object({ isOn: z.boolean() })

export const getSongSetting = {
  route: 'GET /api/returned-songs/setting',
  access: 'member',
  response: settingSchema,
} satisfies Endpoint

/** Whether followers can send songs. */
export const setSongSetting = {
  route: 'PUT /api/returned-songs/setting',
  access: 'member',
  body: settingSchema,
  limits: perHour({ account: 100 }),
  response: settingSchema,
} satisfies Endpoint
