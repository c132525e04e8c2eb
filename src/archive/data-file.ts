import { findReminder } from '../drops/reminder/reminders.ts'
import { findFrequency } from '../follows/mail-frequency/choose-frequency.ts'
import type { Member } from '../members/members.queries.ts'
import type { Database } from '../platform/database.ts'
import { profileLinkOf } from '../spotify/page-links.shared.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import { readDrops, readFollowed } from './archive.queries.ts'
import { dataFormat, dataVersion, fileNames } from './archive-data.schemas.ts'

type Options = { member: Member; now: Date; origin: string; hasAvatar: boolean }

/** The text of data.json in pieces; each drop or follow is a line. Its schema is in archive-data.schemas.ts. */
export async function* dataFile(db: Database, { member, now, origin, hasAvatar }: Options) {
  const list = await listTracks(db, member.id)
  const reminder = await findReminder(db, member.id, now)
  const { frequency, timeZone } = await findFrequency(db, member.id)
  const head = {
    format: dataFormat,
    version: dataVersion,
    exported_at: now,
    exported_from: origin,
    account: {
      username: member.username,
      email: member.email,
      email_confirmed_at: member.email_confirmed_at,
      created_at: member.created_at,
    },
    profile: {
      streaming_profile: member.spotify_user_id && profileLinkOf(member.spotify_user_id),
      avatar: hasAvatar ? fileNames.avatar : null,
    },
    mail: { frequency, time_zone: timeZone, drop_reminder: reminder.isOn },
    accepts_songs: member.accepts_songs,
    list: {
      updated_at: member.tracks_updated_at,
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
  yield* lines(readDrops(db, member.id))
  yield '\n  ],\n  "following": ['
  yield* lines(readFollowed(db, member.id))
  yield '\n  ]\n}\n'
}

async function* lines(batches: AsyncIterable<object[]>) {
  let separator = '\n'
  for await (const rows of batches) {
    yield separator + rows.map(row => `    ${JSON.stringify(row)}`).join(',\n')
    separator = ',\n'
  }
}
