import { createHash, randomBytes } from 'node:crypto'
import sharp, { type Create, type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Client, hour, openTestApp, runJob } from '../../../tests/test-app.ts'
import type { CurrentUser } from '../members.schemas.ts'
import { removeOrphanedAvatars } from './remove-orphaned-avatars.job.ts'

const app = await openTestApp()
const member: Client = await app.member()

const blank = (create: Partial<Create> = {}): Sharp =>
  sharp({
    create: { width: 600, height: 300, channels: 3, background: '#2266cc', ...create },
    limitInputPixels: false,
  })
const urlOf = (file: Buffer | string, type = 'image/jpeg') =>
  `data:${type};base64,${Buffer.from(file).toString('base64')}`
const set = (avatar: unknown, client = member) =>
  client.call<CurrentUser & { message: string }>('PUT', '/api/user/avatar', { avatar })
const fetchPicture = async (address: string | null) =>
  (await app.visitor().call('GET', address ?? '/avatars/none')).response

/** A picture that nobody set before. */
const unique = () =>
  blank({ background: `#${randomBytes(3).toString('hex')}` })
    .jpeg()
    .toBuffer()

describe('A picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'that is a %s becomes a square JPEG of 400 pixels',
    async format => {
      const { status, body } = await set(urlOf(await blank().toFormat(format).toBuffer()))
      expect(status).toBe(200)
      const picture = Buffer.from(await (await fetchPicture(body.avatar)).arrayBuffer())
      expect(await sharp(picture).metadata()).toMatchObject({
        format: 'jpeg',
        width: 400,
        height: 400,
      })
    },
  )

  test('is stored upright and without metadata', async () => {
    // The left half is red, but the camera lay on its side: what is left belongs on top.
    const red = await blank({ width: 300, height: 600, background: '#ff0000' }).png().toBuffer()
    const photo = await blank({ width: 600, height: 600, background: '#0000ff' })
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { body } = await set(urlOf(photo))
    const picture = Buffer.from(await (await fetchPicture(body.avatar)).arrayBuffer())
    const written = await sharp(picture).metadata()
    for (const name of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const) {
      expect(written[name]).toBeUndefined()
    }
    const top = sharp(picture).extract({ left: 0, top: 0, width: 400, height: 100 })
    expect((await sharp(await top.toBuffer()).stats()).dominant.r).toBeGreaterThan(200)
  })

  test('is served under its hash, cacheable for ever and only as a picture', async () => {
    const { body } = await set(urlOf(await unique()))
    const response = await fetchPicture(body.avatar)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const hash = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex')
    expect(body.avatar).toBe(`/avatars/${hash}.jpg`)
  })

  test('is served without a cookie, which a shared cache would give to others', async () => {
    const { body } = await set(urlOf(await unique()))
    app.pass(48 * hour)
    const { response } = await member.call('GET', body.avatar ?? '')
    expect(response.headers.has('set-cookie')).toBe(false)
  })

  test('is removed with null, and its file once no member uses it', async () => {
    const file = urlOf(await unique())
    const other = await app.member()
    const { body } = await set(file)
    await set(file, other)
    expect((await set(null)).body.avatar).toBeNull()

    app.pass(2 * hour)
    await runJob(removeOrphanedAvatars, app.context, {})
    expect((await fetchPicture(body.avatar)).status).toBe(200)

    await set(null, other)
    await runJob(removeOrphanedAvatars, app.context, {})
    expect((await fetchPicture(body.avatar)).status).toBe(404)
  })

  test('that was stored a short while ago is not deleted', async () => {
    const { body } = await set(urlOf(await unique()))
    await set(null)
    await runJob(removeOrphanedAvatars, app.context, {})
    expect((await fetchPicture(body.avatar)).status).toBe(200)
  })
})

describe('A file that is not a picture is rejected as "Invalid file type":', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'
  const cases: [string, () => unknown][] = [
    ['text', () => 'hello'],
    ['an address', () => 'https://example.com/a.jpg'],
    ['a data URL of another kind', () => urlOf('<p>', 'text/html')],
    ['a data URL that is not base64', () => 'data:image/png,abc'],
    ['an empty file', () => urlOf('')],
    ['noise', () => urlOf(randomBytes(5000))],
    ['noise that begins like a JPEG', () => urlOf(Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3, 4]))],
    ['a drawing in SVG', () => urlOf(svg, 'image/svg+xml')],
    ['a drawing that says it is a JPEG', () => urlOf(svg)],
    ['an AVIF', async () => urlOf(await blank().avif({ effort: 0 }).toBuffer(), 'image/avif')],
    ['a TIFF', async () => urlOf(await blank().tiff().toBuffer(), 'image/tiff')],
    ['half a file', async () => urlOf((await unique()).subarray(0, 700))],
    ['a number', () => 7],
  ]
  test.each(cases)('%s', async (_, make) => {
    const { status, body } = await set(await make())
    expect([status, body.message]).toEqual([400, 'Invalid file type'])
  })
})

describe('A file that is too large is rejected as "File too large":', () => {
  const tooLarge = [413, 'File too large']
  const answerTo = async (file: Buffer) => {
    const { status, body } = await set(urlOf(file))
    return [status, body.message]
  }

  test('more than 5 MB with any content', async () => {
    expect(await answerTo(Buffer.alloc(5 * 1024 * 1024 + 1))).toEqual(tooLarge)
    expect(await answerTo(Buffer.alloc(8 * 1024 * 1024))).toEqual(tooLarge)
  })

  test('but not exactly 5 MB', async () => {
    const file = Buffer.alloc(5 * 1024 * 1024)
    ;(await unique()).copy(file)
    expect((await set(urlOf(file))).status).toBe(200)
  })

  test('a small file that would fill the memory when decoded, in any format', async () => {
    const bombs = [
      await blank({ width: 5_000, height: 2_600 }).png().toBuffer(),
      await blank({ width: 5_100, height: 5_000 }).gif({ effort: 1 }).toBuffer(),
      await blank({ width: 5_100, height: 5_000 }).webp({ effort: 0 }).toBuffer(),
    ]
    for (const bomb of bombs) {
      expect(bomb.length).toBeLessThan(5 * 1024 * 1024)
      expect(await answerTo(bomb)).toEqual(tooLarge)
    }
  })
})

test('Addresses without a picture are not found', async () => {
  for (const file of ['x.jpg', `${'0'.repeat(64)}.jpg`, '0', '%2e%2e%2fpackage.json']) {
    expect((await fetchPicture(`/avatars/${file}`)).status).toBe(404)
  }
})
