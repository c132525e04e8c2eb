import { createHash } from 'node:crypto'
import type { Metadata, Sharp } from 'sharp'
import { createTurns } from '../../platform/limits/turns.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import { fileTooLarge, invalidImage } from '../members.errors.ts'
import { withoutPackedTexts } from './png-texts.ts'

const maxBytes = 5 * 1024 * 1024
/**
 * Limits each format to what sharp's decoder reads with 220 MB at most, which decoding.test.ts measures.
 * There is no AVIF: its decoder needs 450 MB for 25 million pixels, and the cropper sends JPEG whatever was chosen.
 */
const maxPixels = new Map<string, number>([
  ['jpeg', 25_000_000],
  ['png', 12_500_000],
  ['webp', 25_000_000],
  ['gif', 25_000_000],
])
const largest = Math.max(...maxPixels.values())
const side = 400
/** Seconds for one picture, from its turn on. */
const maxSeconds = 5
/** Bytes of a stored picture; more than 400×400 pixels of noise take. */
const maxStoredBytes = 300 * 1024

export type Picture = { hash: string; jpeg: Buffer }

/** Each that waits takes up to 20 MB: the file, and the body that it came in. A picture takes up to two seconds. */
const decodings = createTurns({
  atATime: 1,
  maxWaiting: { all: 9, owner: 2 },
  retrySeconds: 10,
})

/**
 * Converts to a 400×400 JPEG, upright, without metadata, named by its hash. `userId`: whose place in the queue it takes.
 * Throws `invalidImage`, `fileTooLarge` or `rateLimited`.
 */
export async function readAvatar(dataUrl: string, userId: number): Promise<Picture> {
  const file = checked(decode(dataUrl))
  return inTime(userId, () => convert(file))
}

/** Takes what an installation stored byte for byte: converting it again would lose quality. */
export async function readStoredAvatar(stored: Buffer, userId: number): Promise<Picture> {
  const file = checked(stored)
  return inTime(userId, async () => ((await isAsStored(file)) ? named(file) : convert(file)))
}

/**
 * sharp's own limit does not stop a decoder that reads a picture in one call, as that of a JPEG with many scans does. So
 * the next picture waits for its end, but who sent the picture does not.
 */
function inTime(userId: number, work: () => Promise<Picture>): Promise<Picture> {
  const limit = Promise.withResolvers<never>()
  const picture = decodings.run(`${userId}`, () => {
    const timer = setTimeout(() => limit.reject(invalidImage()), maxSeconds * 1000)
    return work().finally(() => clearTimeout(timer))
  })
  return Promise.race([picture, limit.promise])
}

async function convert(file: Buffer): Promise<Picture> {
  const sharp = await loadSharp()
  const image = sharp(file, { limitInputPixels: largest, failOn: 'error', pages: 1 })
  checkHeader(await orNotAnImage(image.metadata()))
  return named(await orNotAnImage(toAvatar(image)))
}

const named = (jpeg: Buffer): Picture => ({
  hash: createHash('sha256').update(jpeg).digest('hex'),
  jpeg,
})

async function isAsStored(file: Buffer): Promise<boolean> {
  if (file.length > maxStoredBytes || file.toString('hex', file.length - 2) !== 'ffd9') return false
  const sharp = await loadSharp()
  const image = sharp(file, { failOn: 'error' })
  const { format, width, height, exif, icc, iptc, xmp, comments } = await orNotAnImage(
    image.metadata(),
  )
  if (format !== 'jpeg' || width !== side || height !== side) return false
  if (exif || icc || iptc || xmp || comments) return false
  await orNotAnImage(image.raw().timeout({ seconds: maxSeconds }).toBuffer())
  return true
}

function decode(dataUrl: string): Buffer {
  const base64 = /^data:image\/[a-z0-9.+-]+;base64,/i.exec(dataUrl.slice(0, 100))
  if (!base64) throw invalidImage()
  return Buffer.from(dataUrl.slice(base64[0].length), 'base64')
}

function checked(file: Buffer): Buffer {
  if (file.length > maxBytes) throw fileTooLarge()
  // Checked before decoding, so that only the decoders of these four formats get untrusted data.
  if (!signatures.some(signature => signature.test(file.toString('latin1', 0, 12)))) {
    throw invalidImage()
  }
  return withoutPackedTexts(file)
}

const signatures = [
  /^\xff\xd8\xff/, // JPEG
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PNG's signature has them.
  /^\x89PNG\r\n\x1a\n/,
  /^RIFF.{4}WEBP/s,
  /^GIF8[79]a/,
]

function checkHeader({ format, width, height }: Metadata) {
  const max = maxPixels.get(format)
  if (max === undefined) throw invalidImage()
  if (width * height > max) throw fileTooLarge()
}

function toAvatar(image: Sharp): Promise<Buffer> {
  return image
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85, mozjpeg: true })
    .timeout({ seconds: maxSeconds })
    .toBuffer()
}

async function orNotAnImage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // sharp has its own check of the number of pixels.
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw fileTooLarge()
    throw invalidImage()
  }
}
