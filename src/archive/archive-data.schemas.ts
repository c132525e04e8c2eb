import * as z from 'zod/mini'
import { usernamePattern } from '../contract/paths.shared.ts'
import { note } from '../drops/drops.schemas.ts'
import { daysBetweenDrops } from '../drops/drops.shared.ts'
import { invalidProfileLinkMessage, parseProfileLink } from '../members/profile-link.shared.ts'
import { boundedArray } from '../platform/http/common.schemas.ts'
import { trackLinkOf } from '../spotify/page-links.shared.ts'
import { parseTrackLink } from '../spotify/track-link.shared.ts'
import { maxTracks } from '../tracks/tracks.shared.ts'

export const fileNames = {
  readMe: 'README.txt',
  data: 'data.json',
  tracks: 'tracks.csv',
  drops: 'drops.csv',
  followers: 'followers.csv',
  following: 'following.csv',
  songsReceived: 'songs-received.csv',
  songsSent: 'songs-sent.csv',
  avatar: 'avatar.jpg',
} as const

export const dataFormat = 'member-data'
export const dataVersion = 1

/** More drops than there are weeks since `earliest`, and few enough to report each invalid one. */
const maxDrops = 2_000
const earliest = Date.parse('2000-01-01T00:00:00Z')
const daysBetweenDropsMs = daysBetweenDrops * 24 * 60 * 60 * 1000

/** Both checks end the validation, because those of the whole list of drops need times. */
const pastTime = (now: Date) =>
  z.pipe(
    z.iso.datetime({ error: 'must be a time such as 2026-11-22T18:00:00.000Z', abort: true }).check(
      z.maxLength(40),
      z.refine(text => Date.parse(text) >= earliest && Date.parse(text) <= now.getTime(), {
        error: 'must be a time between the year 2000 and now',
        abort: true,
      }),
    ),
    z.transform(text => new Date(text)),
  )

const trackId = z.string().check(
  z.maxLength(100),
  z.refine(id => parseTrackLink(trackLinkOf(id)) === id, 'is not the id of a track'),
)

/** Tracks by rank: each once, ranked from 1 without gaps. */
const ranked = <T extends z.ZodMiniType<{ rank: number; spotify_track_id: string }>>(track: T) =>
  boundedArray(track, maxTracks, `can have at most ${maxTracks} tracks`).check(
    z.refine(
      tracks => tracks.every(({ rank }, index) => rank === index + 1),
      'must have the ranks from 1 upwards in order',
    ),
    z.refine(
      tracks => new Set(tracks.map(each => each.spotify_track_id)).size === tracks.length,
      'has a track twice',
    ),
  )

/**
 * The part of data.json that an import reads. Other fields are ignored: what can be computed, such as movement, is
 * computed again, and a followed username can be another person's here. `now` is the time of the import.
 */
export const archiveDataSchema = (now: Date) =>
  z.object({
    format: z.literal(dataFormat, `must be "${dataFormat}"`),
    version: z.literal(dataVersion, `is not a version that can be imported (${dataVersion} is)`),
    profile: z.object({
      streaming_profile: z.pipe(
        z
          .nullable(z.string().check(z.maxLength(2_000)))
          .check(
            z.refine(
              link => link === null || parseProfileLink(link) !== null,
              invalidProfileLinkMessage,
            ),
          ),
        z.transform(link => link && parseProfileLink(link)),
      ),
    }),
    list: z.object({
      updated_at: z.nullable(pastTime(now)),
      tracks: ranked(
        z.object({
          rank: z.number(),
          spotify_track_id: trackId,
          created_at: pastTime(now),
          updated_at: pastTime(now),
          via: z.nullish(z.string().check(z.regex(usernamePattern, 'is not a username'))),
        }),
      ),
    }),
    drops: boundedArray(
      z.object({
        number: z.int().check(z.positive(), z.maximum(99_999)),
        created_at: pastTime(now),
        note: note.check(
          z.refine(text => !text?.includes('\0'), 'must not contain the character U+0000'),
        ),
        tracks: ranked(z.object({ rank: z.number(), spotify_track_id: trackId })).check(
          z.minLength(1, 'has no tracks'),
        ),
      }),
      maxDrops,
      `can be at most ${maxDrops}`,
    ).check(
      z.refine(
        drops => drops.every(({ number }, i) => i === 0 || number > (drops[i - 1]?.number ?? 0)),
        'must be in the order of their numbers, each number once',
      ),
      z.refine(
        drops =>
          drops.every(({ created_at }, i) => {
            const before = drops[i - 1]?.created_at.getTime() ?? Number.NEGATIVE_INFINITY
            return created_at.getTime() - before >= daysBetweenDropsMs
          }),
        `must be at least ${daysBetweenDrops} days apart`,
      ),
    ),
  })
export type ArchiveData = z.infer<ReturnType<typeof archiveDataSchema>>
