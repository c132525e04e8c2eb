import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { testSize } from '../random-runs.ts'
import { zipOf } from '../zip.ts'

/** Pictures at the limits of each format; usually only those that take the most memory and time. */
export async function largePictures(): Promise<[string, Buffer][]> {
  const [width, height] = [5_000, 4_999]
  const plain = sharp({ create: { width, height, channels: 3, background: 'teal' } })
  const pictures: [string, Sharp][] = [
    ['interlaced png', plain.clone().png({ progressive: true })],
    ['progressive jpeg', plain.clone().jpeg({ progressive: true })],
    ['webp', plain.clone().webp({ effort: 0 })],
    ['gif', plain.clone().gif({ effort: 1 })],
    ['avif', plain.clone().avif({ effort: 0 })],
  ]
  const files: [string, Buffer][] = [['noise', randomBytes(4_000_000)]]
  for (const [format, picture] of pictures.slice(0, testSize(2, pictures.length)))
    files.push([format, await picture.toBuffer()])
  return files
}

export const repeat = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Values of about `size` bytes as JSON that take the reader of archives the longest, the worst first. */
export const shapes = Object.entries<(size: number) => string>({
  'many objects': size => `[${repeat('{},', size - 3)}`.replace(/,?\{?$/, ']'),
  'deep lists': size => repeat('[', size / 2) + repeat(']', size / 2),
  'many lists': size => `[${repeat('[],', size - 3)}`.replace(/,?\[?$/, ']'),
  'many members': size =>
    `{${Array.from({ length: size / 10 }, (_, i) => `"${i.toString(36)}":0`).join()}}`,
  letters: size => JSON.stringify(repeat('a', size)),
  'combining characters': size => JSON.stringify(`e${repeat('\u0301', size / 2)}`),
  'control characters': size => JSON.stringify(repeat('\u0001', size / 6)),
  'many items': size => `[${repeat('0,', size)}0]`,
  'deep objects': size => `${repeat('{"a":', size / 2)}0${repeat('}', size / 10)}`,
})

export async function archiveOf(members: string): Promise<Blob> {
  // Random text, so that it is not refused as a zip bomb before it is read.
  const noise = randomBytes(100_000).toString('base64')
  const file = await zipOf([['data.json', `{"noise":"${noise}",${members}}`]])
  return new Blob([Uint8Array.from(file)], { type: 'application/zip' })
}
