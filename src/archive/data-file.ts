import type { Member } from '../members/members.queries.ts'
import { profileLinkOf } from '../members/profile-link.contract.ts'
import type { Database } from '../platform/database.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import { type ArchivedDrop, readDrops } from './archive.queries.ts'
import { dataFormat, dataVersion, fileNames } from './archive-data.schemas.ts'

type Options = { member: Member; now: Date; origin: string; hasAvatar: boolean }

/** The text of data.json in pieces; each drop is a line. Its schema is in archive-data.schemas.ts. */
export async function* dataFile(db: Database, { member, now, origin, hasAvatar }: Options) {
  const list = await listTracks(db, member.id)
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
    list: {
      updated_at: timeOf(member.tracks_updated_at),
      tracks: list.map(track => ({
        rank: track.rank,
        spotify_track_id: track.spotify_track_id,
        title: track.title,
        artist: track.artist,
        created_at: track.created_at,
        updated_at: track.updated_at,
      })),
    },
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "drops": [`
  let separator = '\n'
  for await (const drops of readDrops(db, member.id)) {
    yield separator + drops.map(drop => `    ${JSON.stringify(presentDrop(drop))}`).join(',\n')
    separator = ',\n'
  }
  yield '\n  ]\n}\n'
}

const presentDrop = ({ movement, tracks, ...drop }: ArchivedDrop) => ({
  number: drop.number,
  created_at: drop.created_at.toISOString(),
  note: drop.note,
  followers: drop.followers,
  movement: movement && {
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
    first_dropped_at: track.first_dropped_at && new Date(track.first_dropped_at).toISOString(),
  })),
})

const timeOf = (time: Date | null) => time?.toISOString() ?? null
