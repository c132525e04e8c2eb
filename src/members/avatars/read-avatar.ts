import { createHash } from 'node:crypto'
import type { Metadata, Sharp } from 'sharp'
import { loadSharp } from '../../platform/load-sharp.ts'
import { fileTooLarge, invalidImage } from '../members.errors.ts'

const maxBytes = 5 * 1024 * 1024
/** A decoded pixel takes 4 bytes, so this limits the memory to 100 MB. Covers cameras of 24 megapixels. */
const maxPixels = 25_000_000
const side = 400
/** Of a stored picture; more than 400×400 pixels of noise take. */
const maxStoredBytes = 300 * 1024

export type Picture = { hash: string; jpeg: Buffer }

/** To a 400×400 JPEG, upright, without metadata, named by its hash. Throws `invalidImage` or `fileTooLarge`. */
export async function readAvatar(dataUrl: string): Promise<Picture> {
  return convert(decode(dataUrl))
}

/** What an installation stored is taken byte for byte: converting it again would lose quality. */
export async function readStoredAvatar(file: Buffer): Promise<Picture> {
  checkFile(file)
  return (await isAsStored(file)) ? named(file) : convert(file)
}

async function convert(file: Buffer): Promise<Picture> {
  const sharp = await loadSharp()
  const image = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
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
  await orNotAnImage(image.raw().toBuffer())
  return true
}

function decode(dataUrl: string): Buffer {
  const base64 = /^data:image\/[a-z0-9.+-]+;base64,/i.exec(dataUrl.slice(0, 100))
  if (!base64) throw invalidImage()
  const file = Buffer.from(dataUrl.slice(base64[0].length), 'base64')
  checkFile(file)
  return file
}

function checkFile(file: Buffer) {
  if (file.length > maxBytes) throw fileTooLarge()
  // Checked before decoding, so that only the decoders of these five formats get untrusted data.
  if (!signatures.some(signature => signature.test(file.toString('latin1', 0, 12)))) {
    throw invalidImage()
  }
}

const signatures = [
  /^\xff\xd8\xff/, // JPEG
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PNG's signature has them.
  /^\x89PNG\r\n\x1a\n/,
  /^RIFF.{4}WEBP/s,
  /^GIF8[79]a/,
  /^.{4}ftyp(avif|avis|mif1)/s, // AVIF
]

function checkHeader({ format, compression, width, height }: Metadata) {
  const isKnown =
    ['jpeg', 'png', 'webp', 'gif'].includes(format) || (format === 'heif' && compression === 'av1')
  if (!isKnown) throw invalidImage()
  if (width * height > maxPixels) throw fileTooLarge()
}

function toAvatar(image: Sharp): Promise<Buffer> {
  return image
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85, mozjpeg: true })
    .timeout({ seconds: 10 })
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
