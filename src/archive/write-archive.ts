import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { followersCsvLines } from '../follows/followers/followers-csv.ts'
import { findMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { fileNames } from './archive-data.schemas.ts'
import {
  dropsCsvLines,
  followingCsvLines,
  songsReceivedCsvLines,
  songsSentCsvLines,
  tracksCsvLines,
} from './csv-files.ts'
import { dataFile } from './data-file.ts'
import { readMe } from './read-me.ts'

/** The bytes of a member's archive. What may be long is read in batches while the bytes before it are sent. */
export async function writeArchive(
  { db, config, clock, log }: Pick<Context, 'db' | 'config' | 'clock' | 'log'>,
  userId: number,
): Promise<ReadableStream<Uint8Array>> {
  const now = clock.now()
  const member = await findMember(db, userId)
  const avatar = await db
    .selectFrom('avatars')
    .select('jpeg')
    .where('hash', '=', member.avatar)
    .executeTakeFirst()

  const zip = new ZipFile()
  const add = (name: string, lines: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(name, { mtime: now }, done => done(null, Readable.from(lines())))
  zip.addBuffer(Buffer.from(readMe(config.brand)), fileNames.readMe, { mtime: now })
  add(fileNames.data, () =>
    dataFile(db, { member, now, origin: config.publicUrl, hasAvatar: avatar !== undefined }),
  )
  add(fileNames.tracks, () => tracksCsvLines(db, userId))
  add(fileNames.drops, () => dropsCsvLines(db, userId))
  add(fileNames.followers, () => followersCsvLines(db, userId, now))
  add(fileNames.following, () => followingCsvLines(db, userId))
  add(fileNames.songsReceived, () => songsReceivedCsvLines(db, userId))
  add(fileNames.songsSent, () => songsSentCsvLines(db, userId))
  // JPEG is compressed already.
  if (avatar)
    zip.addBuffer(Buffer.from(avatar.jpeg), fileNames.avatar, { mtime: now, compress: false })
  zip.end()

  const output = Readable.from(zip.outputStream)
  zip.on('error', (error: Error) => {
    log.error({ err: error }, 'an archive could not be completed')
    output.destroy(error)
  })
  return ReadableStream.from(output)
}
