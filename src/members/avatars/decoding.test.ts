// @module-tag resilience
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { expect, test, vi } from 'vitest'
import { testSize } from '../../../tests/random-runs.ts'
import { openTestApp } from '../../../tests/test-app.ts'
import { readAvatar } from './read-avatar.ts'

const app = await openTestApp()
const limited = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })

/** One color, so that a few kilobytes name as many pixels as the format allows. */
const picture = (width: number, height: number): Sharp =>
  sharp({
    create: { width, height, channels: 4, background: { r: 34, g: 102, b: 204, alpha: 0.5 } },
    limitInputPixels: false,
  })

const interlaced = (width: number, height: number) =>
  picture(width, height)
    .toColourspace('rgb16')
    .png({ progressive: true })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** The first of its scans of one component `times` times more: each is a pass over the whole picture. */
async function jpegOfScans(times: number) {
  const jpeg = await picture(5_000, 5_000).jpeg({ progressive: true }).toBuffer()
  const begin = jpeg.indexOf('ffda0008', 0, 'hex')
  const scan = jpeg.subarray(begin, jpeg.indexOf('ffc4', begin, 'hex'))
  const scans = Array<Buffer>(times).fill(scan)
  return Buffer.concat([jpeg.subarray(0, begin), ...scans, jpeg.subarray(begin)])
}

/** Sixteen texts of 50 MB each, in 0.8 MB. */
async function withPackedTexts() {
  const png = await picture(400, 400).png().toBuffer()
  const afterHeader = 33
  const packed = deflateSync(Buffer.alloc(50_000_000, 'a'))
  const texts = Array.from({ length: 8 }, (_, number) => [
    chunk('zTXt', [`z${number}\0\0`, packed]),
    chunk('iTXt', [`i${number}\0\x01\0\0\0`, packed]),
  ]).flat()
  return Buffer.concat([png.subarray(0, afterHeader), ...texts, png.subarray(afterHeader)])
}

/** The checksum is wrong, which decoders of texts overlook. */
const chunk = (type: string, data: (string | Buffer)[]) => {
  const content = Buffer.concat(data.map(part => Buffer.from(part)))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)])
}

const urlOf = (file: Buffer) => `data:image/png;base64,${file.toString('base64')}`

/** Each in the variant of its format that takes the most memory for a pixel. */
const largest: [string, () => Promise<Buffer>][] = [
  [
    'JPEG',
    () => picture(5_000, 5_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  ['PNG', () => interlaced(5_000, 2_500)],
  ['PNG with packed texts', withPackedTexts],
  ['WebP', () => picture(5_000, 5_000).webp({ lossless: true, effort: 0 }).toBuffer()],
  ['GIF', () => picture(5_000, 5_000).gif({ effort: 1 }).toBuffer()],
]

/**
 * Megabytes by which the memory of a new process grows while it reads the picture in its input several times. A loaded
 * machine may need more time than a picture has; its decoder has taken the memory by then.
 */
const measure = `
  import { text } from 'node:stream/consumers'
  import { readAvatar } from './src/members/avatars/read-avatar.ts'
  const url = await text(process.stdin)
  await import('sharp')
  const before = process.memoryUsage.rss()
  let peak = before
  setInterval(() => { peak = Math.max(peak, process.memoryUsage.rss()) }, 2).unref()
  const start = performance.now()
  for (let times = 0; times < ${testSize(2, 3)}; times++)
    await readAvatar(url, 1).catch(error => {
      if (performance.now() - start < 5_000) throw error
    })
  console.log(Math.round((peak - before) / 1e6))`

test.each(largest)(
  'The largest %s takes at most 220 MB to read, again and again',
  async (_, make) => {
    const input = urlOf(await make())
    const args = ['--input-type=module', '--eval', measure]
    const grown = Number(execFileSync(process.execPath, args, { input, encoding: 'utf8' }))
    expect(grown).toBeGreaterThan(1)
    expect(grown).toBeLessThan(220)
  },
)

test('An AVIF of a kilobyte, whose decoder would take 450 MB, is rejected', async () => {
  const member = await app.member()
  const file = await readFile('tests/samples/large.avif')
  const { format, width, height } = await sharp(file).metadata()
  expect([format, width, height]).toEqual(['heif', 5_000, 4_999])
  const avatar = urlOf(file)
  expect(avatar.length).toBeLessThan(10_000)
  const { status, body } = await member.call('PUT', '/api/user/avatar', { avatar })
  expect([status, body]).toMatchObject([400, { message: 'Invalid file type' }])
})

test('The decoder gives up a JPEG of twenty thousand scans, and nobody waits more than five seconds for it', async () => {
  const file = await jpegOfScans(20_000)
  expect(file.length).toBeGreaterThan(500_000)
  const startedAt = process.cpuUsage()
  await expect(readAvatar(urlOf(file), 1)).rejects.toThrow('Invalid file type')
  const { user } = process.cpuUsage(startedAt)
  // A pass takes 5 ms or more, so all of them would take minutes.
  expect(user).toBeLessThan(20_000_000)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const late = readAvatar(urlOf(await picture(5_000, 5_000).jpeg().toBuffer()), 1)
    // The turn of the picture begins meanwhile.
    await new Promise(setImmediate)
    vi.advanceTimersByTime(5_000)
    await expect(late).rejects.toThrow('Invalid file type')
  } finally {
    vi.useRealTimers()
  }
})

test('Few of forty pictures at once wait, and a sign-in waits for one of them at most', async () => {
  const owner = await app.member()
  const members = []
  while (members.length < 40) members.push(await app.member())
  const side = testSize(1_200, 2_000)
  const avatar = urlOf(await interlaced(side, side))
  // A picture is read, or on a busy machine given up after its five seconds.
  let done = 0
  const uploads = members.map(async member => {
    const { status, response } = await member.call('PUT', '/api/user/avatar', { avatar })
    if (status !== 429) done++
    return `${status}, ${response.headers.get('retry-after')}`
  })
  // One is refused as soon as the queue is full.
  await Promise.any(uploads.map(async upload => expect(await upload).toBe('429, 10')))
  const credentials = { email: owner.email, password: 'correct horse' }
  const before = done
  expect((await app.visitor().call('POST', '/api/login', credentials)).status).toBe(200)
  expect(done - before).toBeLessThanOrEqual(1)
  const refused = (await Promise.all(uploads)).filter(answer => answer === '429, 10')
  expect(refused.length + done).toBe(40)
  // A place may become free before the last one comes.
  expect(refused.length).toBeGreaterThan(20)
})

test('Pictures of sixteen clients at once are decoded in turn and none is read before, so none is refused', async () => {
  const side = testSize(500, 1_000)
  const avatar = urlOf(await interlaced(side, side))
  const statuses = Array.from({ length: 16 }, async (_, n) => {
    const visitor = limited.visitor()
    const from = { 'x-forwarded-for': `198.51.100.${n}` }
    const account = { username: `picture${n}`, email: `x@p${n}.test`, password: 'correct horse' }
    await visitor.call('POST', '/api/register', account, from)
    return (await visitor.call('PUT', '/api/user/avatar', { avatar }, from)).status
  })
  expect(await Promise.all(statuses)).toEqual(Array(16).fill(200))
})
