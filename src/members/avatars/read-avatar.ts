import { createHash } from 'node:crypto'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { fileTooLarge, invalidImage } from '../members.errors.ts'

const maxBytes = 5 * 1024 * 1024
/** A decoded pixel takes 4 bytes, so this limits the memory to 100 MB. Covers cameras of 24 megapixels. */
const maxPixels = 25_000_000
const side = 400

export type Picture = { hash: string; jpeg: Buffer }

/**
 * Converts the picture in a data URL to what is stored: 400×400 JPEG, upright, without metadata, named
 * by its hash. Throws `invalidImage` or `fileTooLarge`.
 */
export async function readAvatar(dataUrl: string): Promise<Picture> {
  const file = decode(dataUrl)
  const image = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  checkHeader(await orNotAnImage(image.metadata()))
  const jpeg = await orNotAnImage(toAvatar(image))
  return { hash: createHash('sha256').update(jpeg).digest('hex'), jpeg }
}

function decode(dataUrl: string): Buffer {
  const base64 = /^data:image\/[a-z0-9.+-]+;base64,/i.exec(dataUrl.slice(0, 100))
  if (!base64) throw invalidImage()
  const file = Buffer.from(dataUrl.slice(base64[0].length), 'base64')
  if (file.length > maxBytes) throw fileTooLarge()
  // Checked before decoding, so that only the decoders of these five formats get untrusted data.
  if (!signatures.some(signature => signature.test(file.toString('latin1', 0, 12)))) {
    throw invalidImage()
  }
  return file
}

const signatures = [
  /^\xff\xd8\xff/, // JPEG
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PNG's signature has them.
  /^\x89PNG\r\n\x1a\n/,
  /^RIFF.{4}WEBP/s,
  /^GIF8[79]a/,
  /^.{4}ftyp(avif|avis|mif1)/s, // AVIF
]

/** The header gives the size that the picture will have once decoded. */
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
