import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { zipOf } from '../zip.ts'

/** In each format at its limits. */
export function largePictures(): Record<string, Promise<Buffer>> {
  const [width, height] = [5_000, 4_999]
  const plain = sharp({ create: { width, height, channels: 3, background: 'teal' } })
  return {
    avif: plain.clone().avif({ effort: 0 }).toBuffer(),
    'interlaced png': plain.clone().png({ progressive: true }).toBuffer(),
    'progressive jpeg': plain.clone().jpeg({ progressive: true }).toBuffer(),
    webp: plain.clone().webp({ effort: 0 }).toBuffer(),
    gif: plain.clone().gif({ effort: 1 }).toBuffer(),
    noise: Promise.resolve(randomBytes(4_000_000)),
  }
}

export const repeat = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Values of about `size` bytes as JSON that take the reader of archives the longest. */
export const shapes: Record<string, (size: number) => string> = {
  letters: size => JSON.stringify(repeat('a', size)),
  'combining characters': size => JSON.stringify(`e${repeat('\u0301', size / 2)}`),
  'control characters': size => JSON.stringify(repeat('\u0001', size / 6)),
  'many items': size => `[${repeat('0,', size)}0]`,
  'many lists': size => `[${repeat('[],', size - 3)}`.replace(/,?\[?$/, ']'),
  'many objects': size => `[${repeat('{},', size - 3)}`.replace(/,?\{?$/, ']'),
  'many members': size =>
    `{${Array.from({ length: size / 10 }, (_, i) => `"${i.toString(36)}":0`).join()}}`,
  'deep lists': size => repeat('[', size / 2) + repeat(']', size / 2),
  'deep objects': size => `${repeat('{"a":', size / 2)}0${repeat('}', size / 10)}`,
}

export async function archiveOf(members: string): Promise<Blob> {
  // Random text, so that it is not refused as a zip bomb before it is read.
  const noise = randomBytes(100_000).toString('base64')
  const file = await zipOf([['data.json', `{"noise":"${noise}",${members}}`]])
  return new Blob([Uint8Array.from(file)], { type: 'application/zip' })
}
