import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { invalidArchive } from './archive.errors.ts'
import { type ArchiveData, archiveDataSchema, fileNames } from './archive-data.schemas.ts'

/** Bytes that each file may have once it is unpacked. Only data.json and avatar.jpg are. */
const maxSizes = new Map<string, number>([
  [fileNames.readMe, 64 * 1024],
  [fileNames.data, 16 * 1024 * 1024],
  [fileNames.tracks, 64 * 1024 * 1024],
  [fileNames.drops, 64 * 1024 * 1024],
  [fileNames.followers, 512 * 1024 * 1024],
  [fileNames.following, 64 * 1024 * 1024],
  [fileNames.avatar, 5 * 1024 * 1024],
])
/** Our files come to less than 30 times their packed size; a zip bomb comes to 1,000. */
const maxRatio = 200

type Archive = { data: ArchiveData; avatar: Buffer | null }

/** Reads what `writeArchive` wrote, from whoever sent it. Nothing is unpacked before all entries are checked. Throws `invalidArchive`. */
export async function readArchive(file: Buffer, now: Date): Promise<Archive> {
  const zip = await orNotReadable(() => fromBufferPromise(file, { strictFileNames: true }))
  if (zip.entryCount > maxSizes.size)
    throw invalidArchive(`it has more than the ${maxSizes.size} files that a download has.`)
  const entries = new Map<string, Entry>()
  for (const entry of await orNotReadable(() => Array.fromAsync(zip.eachEntry()))) {
    checkEntry(entry)
    if (entries.has(entry.fileName)) throw invalidArchive(`it has ${entry.fileName} twice.`)
    entries.set(entry.fileName, entry)
  }
  const [data, avatar] = [entries.get(fileNames.data), entries.get(fileNames.avatar)]
  if (!data) throw invalidArchive(`it has no ${fileNames.data}.`)
  return {
    data: parseData(await unpack(zip, data), now),
    avatar: avatar ? await unpack(zip, avatar) : null,
  }
}

function checkEntry({ fileName, compressedSize, uncompressedSize }: Entry) {
  const maxSize = maxSizes.get(fileName)
  if (maxSize === undefined)
    throw invalidArchive('it has a file in it that a download does not have.')
  if (uncompressedSize > maxSize || uncompressedSize > compressedSize * maxRatio)
    throw invalidArchive(`${fileName} is too large once it is unpacked.`)
}

/** The library ends with an error as soon as there are more bytes than the entry declares. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const content = await orNotReadable(async () => buffer(await zip.openReadStreamPromise(entry)))
  if (crc32(content) !== entry.crc32) throw invalidArchive(`${entry.fileName} is damaged.`)
  return content
}

function parseData(content: Buffer, now: Date): ArchiveData {
  const read = archiveDataSchema(now).safeParse(parseJson(content))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = issue?.path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1)
  throw invalidArchive(`in ${fileNames.data}, ${place || 'the content'}: ${issue?.message}.`)
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    throw invalidArchive(`${fileNames.data} is not JSON.`)
  }
}

/** Every error of the zip library means that the file is invalid. */
async function orNotReadable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch {
    throw invalidArchive('it is not a zip file, or it is damaged.')
  }
}
