import { findFollowedAfter } from '../follows/following/following-list.queries.ts'
import type { Member } from '../members/members.queries.ts'
import { profileLinkOf } from '../members/profile-link.shared.ts'
import { readBatches } from '../platform/database/batches.ts'
import type { Database } from '../platform/database.ts'
import { findFrequency } from '../subscribers/mail-frequency/choose-frequency.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import { type ArchivedDrop, readDrops } from './archive.queries.ts'
import { dataFormat, dataVersion, fileNames } from './archive-data.schemas.ts'

type Options = { member: Member; now: Date; origin: string; hasAvatar: boolean }

/** The text of data.json in pieces; each drop or follow is a line. Its schema is in archive-data.schemas.ts. */
export async function* dataFile(db: Database, { member, now, origin, hasAvatar }: Options) {
  const list = await listTracks(db, member.id)
  const { frequency, timeZone } = await findFrequency(db, member.id)
  const head = {
    format: dataFormat,
    version: dataVersion,
    exported_at: now.toISOString(),
    exported_from: origin,
    account: {
      username: member.username,
      email: member.email,
      email_confirmed_at: timeOf(member.email_confirmed_at),
      created_at: timeOf(member.created_at),
    },
    profile: {
      streaming_profile: member.spotify_user_id && profileLinkOf(member.spotify_user_id),
      avatar: hasAvatar ? fileNames.avatar : null,
    },
    settings: { first_steps_closed_at: timeOf(member.first_steps_closed_at) },
    mail: { frequency, time_zone: timeZone },
    list: {
      updated_at: timeOf(member.tracks_updated_at),
      tracks: list.map(track => ({
        rank: track.rank,
        spotify_track_id: track.spotify_track_id,
        title: track.title,
        artist: track.artist,
        created_at: track.created_at,
        updated_at: track.updated_at,
        via: track.via,
      })),
    },
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "drops": [`
  yield* lines(readDrops(db, member.id), presentDrop)
  yield '\n  ],\n  "following": ['
  const followed = readBatches(after => findFollowedAfter(db, member.id, after))
  yield* lines(followed, presentFollowed)
  yield '\n  ]\n}\n'
}

async function* lines<Row>(batches: AsyncIterable<Row[]>, present: (row: Row) => object) {
  let separator = '\n'
  for await (const rows of batches) {
    yield separator + rows.map(row => `    ${JSON.stringify(present(row))}`).join(',\n')
    separator = ',\n'
  }
}

const presentDrop = ({ movement, tracks, ...drop }: ArchivedDrop) => ({
  number: drop.number,
  created_at: drop.created_at.toISOString(),
  note: drop.note,
  followers: drop.followers,
  movement: {
    previous_drop: movement.previous_drop,
    new: movement.new,
    back: movement.back,
    left: movement.left.map(({ spotify_track_id, rank }) => ({ spotify_track_id, rank })),
    number_one_drops: movement.number_one_drops,
  },
  tracks: tracks.map(track => ({
    rank: track.rank,
    spotify_track_id: track.id,
    title: track.title,
    artist: track.artist,
    previous_rank: track.previous_rank,
    drops: track.drops,
    peak: track.peak,
    first_drop: track.first_drop,
    first_dropped_at: new Date(track.first_dropped_at).toISOString(),
  })),
})

type Followed = Awaited<ReturnType<typeof findFollowedAfter>>[number]

const presentFollowed = ({ username, since, mail_off, push }: Followed) => ({
  username,
  following_since: since.toISOString(),
  mail: !mail_off,
  notifications: push,
})

const timeOf = (time: Date | null) => time?.toISOString() ?? null
