import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { saveTracks } from '../../tests/drop-audience.ts'
import { hostileJson } from '../../tests/fuzz/hostile.ts'
import { confirmedMember } from '../../tests/member-actions.ts'
import { day, openTestApp } from '../../tests/test-app.ts'
import { unzip, zipOf } from '../../tests/zip.ts'

const app = await openTestApp()
const newcomer = await confirmedMember(app)
let files = new Map<string, Buffer>()
let zip = Buffer.alloc(0)
const numRuns = Number(process.env.FUZZ_RUNS ?? 10) * 8

beforeAll(async () => {
  const member = await confirmedMember(app)
  for (const count of [2, 3]) {
    await saveTracks(member, count)
    await member.call('POST', '/api/drops', { note: `With ${count}` })
    app.pass(7 * day)
  }
  const { response } = await member.call('GET', '/api/user/archive')
  zip = Buffer.from(await response.arrayBuffer())
  files = await unzip(zip)
})

async function send(file: Uint8Array, type = 'application/zip') {
  const body = new Blob([Uint8Array.from(file)], { type })
  const response = await newcomer.call<{ message: string; code: string }>(
    'POST',
    '/api/user/archive',
    body,
  )
  return { status: response.status, ...response.body }
}

/** Nothing of a refused file stays. */
async function expectUnchanged() {
  const { body: drops } = await newcomer.call('GET', '/api/drops')
  const { body: tracks } = await newcomer.call('GET', '/api/tracks')
  expect([drops, tracks]).toEqual([[], []])
}

async function expectRefused(file: Uint8Array, reason: RegExp) {
  const { status, code, message } = await send(file)
  expect([status, code]).toEqual([400, 'invalid_archive'])
  expect(message).toMatch(/^This file cannot be imported: /)
  expect(message).toMatch(reason)
  await expectUnchanged()
}

const withFiles = (more: [string, string | Buffer][]) => zipOf([...files, ...more])

/** The first drop is made today, the second in seven days. */
const inSixDays = new Date(Date.now() + 6 * day).toISOString()

const withData = (data: string) => zipOf([['data.json', data]])

/** The data with another value at a path such as `drops.0.note`. */
function changed(path: string, value: unknown): string {
  const data = JSON.parse(String(files.get('data.json')))
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  keys.reduce((part, key) => part[key], data)[last] = value
  return JSON.stringify(data)
}

const tracks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    rank: n + 1,
    spotify_track_id: `abc${n}`,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }))

describe('A file that is no archive is refused with its reason', () => {
  test('when it is no zip, cut off or damaged', async () => {
    await expectRefused(Buffer.from('Hello'), /is not a zip file/)
    await expectRefused(zip.subarray(0, zip.length - 30), /is not a zip file/)
    const damaged = Buffer.from(await zipOf([...files]))
    damaged[damaged.indexOf('data.json') + 60] = 0xff
    await expectRefused(damaged, /damaged/)
  })

  test('when it has too many, unknown, doubled or unsafe files, or lacks data.json', async () => {
    await expectRefused(await zipOf([['data.txt', '{}']]), /a file in it that a download does not/)
    await expectRefused(
      await zipOf(Array.from({ length: 10 }, (_, n) => [`${n}`, ''])),
      /more than the 9 files/,
    )
    await expectRefused(await withFiles([['data.json', '{}']]), /data\.json twice/)
    await expectRefused(await zipOf([['README.txt', 'Hello']]), /no data\.json/)
    const unsafe = Buffer.from(await zipOf([['aa/avatar', 'x']]))
    for (let at = unsafe.indexOf('aa/'); at >= 0; at = unsafe.indexOf('aa/'))
      unsafe.write('../', at)
    await expectRefused(unsafe, /is not a zip file/)
  })

  test('when it is a zip bomb, before and while it is unpacked', async () => {
    const zeros = Buffer.alloc(12 * 1024 * 1024)
    await expectRefused(await zipOf([['data.json', zeros]]), /data\.json is too large/)
    await expectRefused(await withFiles([['avatar.jpg', zeros]]), /avatar\.jpg is too large/)
    const lying = Buffer.from(await zipOf([['data.json', zeros]]))
    const central = lying.lastIndexOf('PK\x01\x02', undefined, 'latin1')
    lying.writeUInt32LE(1_000, central + 24)
    await expectRefused(lying, /damaged/)
  })

  test.each<[string, string, unknown, RegExp]>([
    ['another version', 'version', 2, /version: is not a version that/],
    ['another format', 'format', 'x', /format: must be "member-data"/],
    ['no list', 'list', null, /list: /],
    ['a long note', 'drops.0.note', 'x'.repeat(151), /drops\[0\]\.note: .*at most 150/],
    ['a note with U+0000', 'drops.0.note', 'a\0b', /U\+0000/],
    ['eight tracks', 'list.tracks', tracks(8), /at most 7 tracks/],
    ['a gap in the ranks', 'list.tracks.0.rank', 2, /ranks from 1/],
    ['a track twice', 'list.tracks', [...tracks(1), { ...tracks(1)[0], rank: 2 }], /track twice/],
    ['no track id', 'drops.0.tracks.0.spotify_track_id', 'a/b', /not the id of/],
    ['an empty drop', 'drops.0.tracks', [], /has no tracks/],
    ['a number that no address has', 'drops.1.number', 100_000, /number: /],
    ['the same number twice', 'drops.1.number', 1, /each number once/],
    ['a drop of tomorrow', 'drops.1.created_at', '2999-01-01T00:00:00Z', /now/],
    ['drops in one week', 'drops.1.created_at', inSixDays, /at least 7 days apart/],
    ['no date', 'drops.1.created_at', 'soon', /must be a time such as/],
    ['another site’s profile', 'profile.streaming_profile', 'https://evil.test', /valid Spotify/],
  ])('when its data have %s', async (_name, path, value, reason) => {
    await expectRefused(await withData(changed(path, value)), reason)
  })

  test.each(['drops', 'list.tracks', 'drops.0.tracks'])(
    'when %s has a million invalid items, without looking at them',
    async path => {
      // Random text keeps the file from being refused as a zip bomb.
      const noise = randomBytes(200_000).toString('base64')
      const data = JSON.parse(changed(path, new Array(1_000_000).fill(0)))
      const file = await withData(JSON.stringify({ ...data, noise }))
      const before = process.memoryUsage.rss()
      await expectRefused(file, /at most/)
      expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024)
    },
  )

  test('when a field that is not imported has a million lists, in a row or in each other', async () => {
    const noise = randomBytes(200_000).toString('base64')
    for (const lists of [
      `[${'[],'.repeat(1_000_000)}[]]`,
      `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`,
    ])
      await expectRefused(
        await withData(`{"noise":"${noise}","unknown":${lists}}`),
        /too many lists/,
      )
  })

  test('when all of its many drops are invalid', async () => {
    const drops = new Array(2_000).fill({ tracks: new Array(7).fill({}) })
    await expectRefused(await withData(changed('drops', drops)), /drops\[0\]\./)
  })

  test('when its data are no JSON', async () => {
    await expectRefused(await withData('{'), /data\.json is not JSON/)
    await expectRefused(await withData('['.repeat(1_000_000)), /data\.json is /)
  })

  test('when its picture is none', async () => {
    await expectRefused(await withFiles([['avatar.jpg', 'Hello']]), /avatar\.jpg is not an image/)
  })

  test('when it is larger than 10 MB, or sent as something else', async () => {
    expect(await send(Buffer.alloc(11 * 1024 * 1024))).toMatchObject({
      status: 413,
      message: expect.stringContaining('Take followers.csv out of it'),
    })
    expect(await send(zip, 'application/json')).toMatchObject({ status: 415 })
  })
})

test('However an archive is damaged, it is refused or imported whole', {
  timeout: 300_000 + numRuns * 200,
}, async () => {
  const damage = fc.array(fc.record({ at: fc.nat(zip.length - 1), byte: fc.nat(255) }), {
    minLength: 1,
    maxLength: 4,
  })
  const property = fc.asyncProperty(damage, fc.nat(zip.length), async (changes, end) => {
    const file = Buffer.from(end % 4 === 0 ? zip.subarray(0, end) : zip)
    for (const { at, byte } of changes) if (at < file.length) file[at] = byte
    const { status } = await send(file)
    expect([200, 400, 409]).toContain(status)
    if (status === 400) return
    const { body: drops } = await newcomer.call<unknown[]>('GET', '/api/drops')
    expect(drops).toHaveLength(2)
  })
  await fc.assert(property, { seed: 20261122, numRuns })
})

test('Whatever its data have in place of a value, a file is refused or imported whole', {
  timeout: 300_000 + numRuns * 200,
}, async () => {
  const data = JSON.parse(String(files.get('data.json')))
  const property = fc.asyncProperty(
    fc.constantFrom(...pathsIn(data)),
    fc.oneof(
      hostileJson.filter(isJson).map(text => JSON.parse(text)),
      fc.jsonValue(),
    ),
    async (path, value) => {
      const { status } = await send(await withData(changed(path, value)))
      expect([200, 400, 409]).toContain(status)
    },
  )
  await fc.assert(property, { seed: 20261122, numRuns })
})

/** The path of each value, also those within others. */
function pathsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [
    key,
    ...pathsIn(part).map(path => `${key}.${path}`),
  ])
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('A hundred thousand follows, which are not imported, do not stop an import', async () => {
  const data = changed('following', new Array(100_000).fill({}))
  const noise = randomBytes(50_000).toString('base64')
  const file = await withData(JSON.stringify({ ...JSON.parse(data), noise }))
  expect([200, 409]).toContain((await send(file)).status)
})
