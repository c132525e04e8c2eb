import type { Database } from '../platform/database.ts'
import { byteOrderMark, csvRow } from '../platform/text/csv.ts'
import { readReceivedSongs } from '../returned-songs/received-songs.queries.ts'
import { readSentSongs } from '../returned-songs/returned-songs.queries.ts'
import { trackLinkOf } from '../spotify/page-links.shared.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import { readDrops, readFollowed } from './archive.queries.ts'

export async function* tracksCsvLines(db: Database, userId: number) {
  const columns = ['Drop', 'Rank', 'Title', 'Artist', 'Link', 'Previous rank', 'Drops', 'Peak']
  yield `${byteOrderMark}${csvRow(columns)}`
  for (const { rank, title, artist, spotify_track_id } of await listTracks(db, userId))
    yield csvRow(['List', rank, title, artist, trackLinkOf(spotify_track_id), null, null, null])
  for await (const drops of readDrops(db, userId)) {
    yield drops
      .flatMap(({ number, tracks }) =>
        tracks.map(({ rank, title, artist, spotify_track_id, previous_rank, drops, peak }) => {
          const link = trackLinkOf(spotify_track_id)
          return csvRow([number, rank, title, artist, link, previous_rank, drops, peak])
        }),
      )
      .join('')
  }
}

export async function* dropsCsvLines(db: Database, userId: number) {
  yield `${byteOrderMark}${csvRow(['Drop', 'Made', 'Note', 'Followers', 'Tracks', 'New', 'Back', 'Left'])}`
  for await (const drops of readDrops(db, userId)) {
    yield drops
      .map(({ number, created_at, note, followers, tracks, movement }) =>
        csvRow([
          number,
          created_at.toISOString(),
          note,
          followers,
          tracks.length,
          movement.new,
          movement.back,
          movement.left.length,
        ]),
      )
      .join('')
  }
}

export async function* followingCsvLines(db: Database, userId: number) {
  yield `${byteOrderMark}${csvRow(['Username', 'Following since', 'Mail', 'Notifications'])}`
  const onOff = (choice: boolean) => (choice ? 'on' : 'off')
  for await (const members of readFollowed(db, userId)) {
    yield members
      .map(({ username, following_since: since, mail, notifications }) =>
        csvRow([username, since.toISOString(), onOff(mail), onOff(notifications)]),
      )
      .join('')
  }
}

/** Names senders as the list of followers does. The songs are not in data.json, whose size an import limits. */
export const songsReceivedCsvLines = (db: Database, userId: number) =>
  songLines('From', readReceivedSongs(db, userId), ({ username, email }) => username ?? email)

export const songsSentCsvLines = (db: Database, userId: number) =>
  songLines('To', readSentSongs(db, userId), ({ to }) => to)

type SongRow = {
  drop_number: number
  created_at: Date
  spotify_track_id: string
  title: string | null
  artist: string | null
  words: string | null
}

async function* songLines<Song extends SongRow>(
  who: string,
  batches: AsyncIterable<Song[]>,
  nameOf: (song: Song) => string | null,
) {
  yield `${byteOrderMark}${csvRow(['Drop', 'Sent', who, 'Title', 'Artist', 'Link', 'Words'])}`
  for await (const songs of batches) {
    yield songs
      .map(song => {
        const { drop_number, created_at, title, artist, spotify_track_id, words } = song
        const link = trackLinkOf(spotify_track_id)
        const sent = created_at.toISOString()
        return csvRow([drop_number, sent, nameOf(song), title, artist, link, words])
      })
      .join('')
  }
}
