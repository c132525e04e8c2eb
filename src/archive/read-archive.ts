import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { type ArchiveData, archiveDataSchema, fileNames } from './archive-data.schemas.ts'

/**
 * Bytes that each file may have once it is unpacked. Only data.json and avatar.jpg are. In data.json, drops of each
 * week since the year 2000 take 4 MB, and a thousand follows 100 kB.
 */
const maxSizes = new Map<string, number>([
  [fileNames.readMe, 64 * 1024],
  [fileNames.data, 5 * 1024 * 1024],
  [fileNames.tracks, 64 * 1024 * 1024],
  [fileNames.drops, 64 * 1024 * 1024],
  [fileNames.followers, 512 * 1024 * 1024],
  [fileNames.following, 64 * 1024 * 1024],
  [fileNames.songsReceived, 512 * 1024 * 1024],
  [fileNames.songsSent, 64 * 1024 * 1024],
  [fileNames.avatar, 5 * 1024 * 1024],
])
/** Our files come to less than 30 times their packed size; a zip bomb comes to 1,000. */
const maxRatio = 200
/** Three times as many as a download of that size has. Each takes 30 times its size in memory, also where it is ignored. */
const maxLists = 150_000

export type ArchiveFile = { file: Uint8Array; now: Date }
export type Archive = { data: ArchiveData; avatar: Uint8Array | null }
/** `refused` is the second half of a sentence that says why. A thread returns it because errors lose their class. */
export type ReadArchive = Archive | { refused: string }

class InvalidArchive extends Error {}

/** Reads what `writeArchive` wrote, from whoever sent it. Runs in the thread of archive-reader.ts. */
export async function readArchive({ file, now }: ArchiveFile): Promise<ReadArchive> {
  try {
    return await read(Buffer.from(file.buffer, file.byteOffset, file.length), now)
  } catch (error) {
    if (error instanceof InvalidArchive) return { refused: error.message }
    throw error
  }
}

/** Nothing is unpacked before all entries are checked. */
async function read(file: Buffer, now: Date): Promise<Archive> {
  const zip = await orNotReadable(() => fromBufferPromise(file, { strictFileNames: true }))
  if (zip.entryCount > maxSizes.size)
    throw new InvalidArchive(`it has more than the ${maxSizes.size} files that a download has.`)
  const entries = new Map<string, Entry>()
  for (const entry of await orNotReadable(() => Array.fromAsync(zip.eachEntry()))) {
    checkEntry(entry)
    if (entries.has(entry.fileName)) throw new InvalidArchive(`it has ${entry.fileName} twice.`)
    entries.set(entry.fileName, entry)
  }
  const [data, avatar] = [entries.get(fileNames.data), entries.get(fileNames.avatar)]
  if (!data) throw new InvalidArchive(`it has no ${fileNames.data}.`)
  return {
    data: parseData(await unpack(zip, data), now),
    avatar: avatar ? await unpack(zip, avatar) : null,
  }
}

function checkEntry({ fileName, compressedSize, uncompressedSize }: Entry) {
  const maxSize = maxSizes.get(fileName)
  if (maxSize === undefined)
    throw new InvalidArchive('it has a file in it that a download does not have.')
  if (uncompressedSize > maxSize || uncompressedSize > compressedSize * maxRatio)
    throw new InvalidArchive(`${fileName} is too large once it is unpacked.`)
}

/** The library ends with an error as soon as there are more bytes than the entry declares. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const content = await orNotReadable(async () => buffer(await zip.openReadStreamPromise(entry)))
  if (crc32(content) !== entry.crc32) throw new InvalidArchive(`${entry.fileName} is damaged.`)
  return content
}

function parseData(content: Buffer, now: Date): ArchiveData {
  let lists = 0
  for (const byte of content) if (byte === openBracket || byte === openBrace) lists++
  if (lists > maxLists)
    throw new InvalidArchive(`${fileNames.data} has too many lists and objects.`)
  const result = archiveDataSchema(now).safeParse(parseJson(content))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1)
  throw new InvalidArchive(`in ${fileNames.data}, ${place || 'the content'}: ${issue?.message}.`)
}

const [openBracket, openBrace] = Buffer.from('[{')

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    throw new InvalidArchive(`${fileNames.data} is not JSON.`)
  }
}

/** Every error of the zip library means that the file is invalid. */
async function orNotReadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw new InvalidArchive('it is not a zip file, or it is damaged.')
  }
}
