import * as fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addFollowers, saveTracks } from '../../tests/drop-audience.ts'
import { confirmedMember } from '../../tests/member-actions.ts'
import { testSize } from '../../tests/random-runs.ts'
import { day, type Member, openTestApp } from '../../tests/test-app.ts'
import { unzip, zipOf } from '../../tests/zip.ts'
import { computeCharts } from '../charts/compute-charts.job.ts'
import type { SuggestedMember } from '../discovery/discovery.schemas.ts'
import { addDrops } from '../drops/add-drops.ts'
import { findMemberByName } from '../members/members.queries.ts'

const [here, there] = [await openTestApp(), await openTestApp()]
type Imported = { tracks: number; drops: number; code: string; message: string }

const passEverywhere = (milliseconds: number) => {
  for (const app of [here, there]) app.pass(milliseconds)
}

async function download(member: Member): Promise<Buffer> {
  const { response, status } = await member.call('GET', '/api/user/archive')
  expect(status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const importInto = (member: Member, zip: Buffer, list = 'if_empty') =>
  member.call<Imported>(
    'POST',
    `/api/user/archive?list=${list}`,
    new Blob([Uint8Array.from(zip)], { type: 'application/zip' }),
  )

/**
 * The files without what says who exported them, where and when, and without followers and follows. Nobody can
 * check how many followers a drop had elsewhere, so it has none here.
 */
async function comparable(zip: Buffer): Promise<Record<string, string>> {
  const files = Object.fromEntries(
    [...(await unzip(zip))].map(([name, content]) => [name, content.toString('base64')]),
  )
  const { exported_at, exported_from, account, following, ...data } = JSON.parse(
    Buffer.from(files['data.json'] ?? '', 'base64').toString(),
  )
  expect([exported_at, exported_from, account, following]).not.toContain(undefined)
  const drops = data.drops.map((drop: object) => ({ ...drop, followers: 0 }))
  const { 'followers.csv': _, 'following.csv': __, 'drops.csv': ___, ...others } = files
  return { ...others, 'data.json': JSON.stringify({ ...data, drops }) }
}

const trackId = (n: number) => `track${n}`.padEnd(22, '0')

/** Makes a member's list and drops as the routes do. */
async function live(member: Member, weeks: { tracks: number[]; note: string }[]) {
  for (const { tracks, note } of weeks) {
    const { body } = await member.call<{ id: number }[]>('GET', '/api/tracks')
    for (const { id } of body) await member.call('DELETE', `/api/tracks/${id}`)
    for (const n of tracks) {
      const spotifyUrl = `https://open.spotify.com/track/${trackId(n)}`
      expect((await member.call('POST', '/api/tracks', { spotifyUrl })).status).toBe(201)
    }
    await member.call('POST', '/api/drops', { note })
    passEverywhere(8 * day)
  }
}

const numRuns = Number(process.env.FUZZ_RUNS ?? 5)
/** The year in which the largest archive begins. */
const firstYear = testSize(2021, 2000)

const avatar = async (background: string) => {
  const picture = sharp({ create: { width: 50, height: 30, channels: 3, background } }).png()
  return `data:image/png;base64,${(await picture.toBuffer()).toString('base64')}`
}

const someMember = fc.record({
  weeks: fc.array(
    fc.record({
      tracks: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 7 }),
      note: fc.string({ unit: 'grapheme', maxLength: 40 }),
    }),
    { maxLength: 5 },
  ),
  followers: fc.nat(3),
  color: fc.option(fc.constantFrom('teal', 'crimson', 'white')),
  profile: fc.option(fc.stringMatching(/^[a-z0-9]{1,20}$/)),
})

describe('An archive that is imported into a new account elsewhere', () => {
  test('gives the same archive again, but for who exported it and when', {
    timeout: 300_000 + numRuns * 2_000,
  }, async () => {
    const property = fc.asyncProperty(someMember, async ({ weeks, followers, color, profile }) => {
      const member = await here.member()
      await addFollowers(here, member.username, followers)
      await live(member, weeks)
      if (color) await member.call('PUT', '/api/user/avatar', { avatar: await avatar(color) })
      if (profile) {
        const link = `https://open.spotify.com/user/${profile}`
        await member.call('PUT', '/api/user/spotify', { spotify_profile_url: link })
      }
      const zip = await download(member)
      const newcomer = await confirmedMember(there)
      const { status, body } = await importInto(newcomer, zip)
      expect([status, body.message]).toEqual([200, undefined])
      expect(await comparable(await download(newcomer))).toEqual(await comparable(zip))
    })
    await fc.assert(property, { seed: 20261122, numRuns })
  })

  test('remembers from whom a track was taken where that member has it, and names nobody else', async () => {
    const [owner, member] = [await here.member(), await here.member()]
    await there.member(owner.username)
    await live(owner, [{ tracks: [1], note: '' }])
    const spotifyUrl = `https://open.spotify.com/track/${trackId(1)}`
    await member.call('POST', '/api/tracks', { spotifyUrl, via: owner.username })
    const zip = await download(member)
    for (const [app, via] of [
      [here, owner.username],
      [there, null],
    ] as const) {
      const newcomer = await confirmedMember(app)
      expect((await importInto(newcomer, zip)).status).toBe(200)
      expect((await newcomer.call('GET', '/api/tracks')).body).toMatchObject([{ via }])
    }
  })

  test('sends no mail, makes no delivery and no follower; counts and the next drop are right; charts do not change, close members do', async () => {
    const member = await here.member()
    await addFollowers(here, member.username, 3)
    await live(member, [
      { tracks: [11, 12], note: 'One' },
      { tracks: [12, 13], note: 'Two' },
    ])
    there.mailbox.clear()
    const { db } = there.context
    const neighbor = await there.member()
    await live(neighbor, [{ tracks: [13], note: '' }])
    const newcomer = await confirmedMember(there)
    await addFollowers(there, newcomer.username, 1)
    await computeCharts(db)
    const before = await countOf(trackId(12))
    await importInto(newcomer, await download(member))

    const path = `/api/users/${newcomer.username}`
    const visitor = there.visitor()
    expect((await visitor.call('GET', `${path}/drops-count`)).body).toEqual({ totalDrops: 2 })
    expect((await visitor.call('GET', `${path}/followers-count`)).body).toEqual({
      followerCount: 1,
    })
    expect((await visitor.call('GET', `${path}/drops/2`)).body).toMatchObject({
      drop: { note: 'Two', movement: { previous_drop: 1, new: 1, left: [{ rank: 1 }] } },
    })
    expect((await sql`select recount_drops(array(select id from users))`.execute(db)).rows).toEqual(
      [],
    )
    await computeCharts(db)
    expect(await countOf(trackId(12))).toBe(before)
    const track = await visitor.call('GET', `/api/tracks/${trackId(12)}`)
    expect(track.body).toMatchObject({ drops: before, firstDrop: null })
    const suggested = await newcomer.call<SuggestedMember[]>('GET', '/api/members-to-hear')
    expect(suggested.body[0]).toMatchObject({ username: neighbor.username, reason: 'close' })

    const drop = await newcomer.call('GET', '/api/drops/2/delivery')
    expect(drop.body).toMatchObject({ isRunning: false, states: { audience: 0 } })
    expect(await db.selectFrom('drop_notifications').selectAll().execute()).toEqual([])
    expect(there.mailbox.mails.filter(mail => mail.to[0]?.endsWith('@fans.test'))).toEqual([])
    await saveTracks(newcomer, 1)
    const next = await newcomer.call<{ drop_number: number }>('POST', '/api/drops', {})
    expect([next.status, next.body.drop_number]).toEqual([201, 3])

    async function countOf(track: string) {
      const row = await db
        .selectFrom('track_drop_counts')
        .select('count')
        .where('spotify_track_id', '=', track)
        .executeTakeFirst()
      return row?.count ?? 0
    }
  })

  test('follows nobody and changes no mail choice; without these, as older files are, it is imported too', async () => {
    const [member, followed] = [await here.member(), await here.member()]
    const namesake = await there.member(followed.username)
    await member.call('POST', `/api/users/${followed.username}/followers`, {})
    await member.call('PUT', '/api/user/mail-frequency', { frequency: 'weekly' })
    const files = await unzip(await download(member))
    const { mail, following, ...older } = JSON.parse(String(files.get('data.json')))
    expect([mail.frequency, following[0].username]).toEqual(['weekly', followed.username])
    files.delete('following.csv')
    files.set('data.json', Buffer.from(JSON.stringify(older)))
    const olderZip = await zipOf([...files])
    for (const zip of [await download(member), olderZip]) {
      const newcomer = await confirmedMember(there)
      const { status, body } = await importInto(newcomer, zip)
      expect([status, body.message]).toEqual([200, undefined])
      const path = `/api/users/${namesake.username}/followers-count`
      expect((await there.visitor().call('GET', path)).body).toEqual({ followerCount: 0 })
      expect((await newcomer.call('GET', '/api/user/mail-frequency')).body).toMatchObject({
        frequency: 'single',
      })
    }
  })

  test('replaces or keeps a list that has tracks as the member says, and without a word fails', async () => {
    const member = await here.member()
    await live(member, [{ tracks: [1, 2, 3], note: '' }])
    const zip = await download(member)
    const newcomer = await confirmedMember(there)
    await saveTracks(newcomer, 1)
    const list = async () =>
      (await newcomer.call<{ spotify_track_id: string }[]>('GET', '/api/tracks')).body.length
    expect(await importInto(newcomer, zip)).toMatchObject({
      status: 409,
      body: { code: 'list_not_empty' },
    })
    expect([await list(), (await newcomer.call('GET', '/api/drops')).body]).toEqual([1, []])
    expect((await importInto(newcomer, zip, 'keep')).body).toMatchObject({ tracks: 0, drops: 1 })
    expect(await list()).toBe(1)
    expect(await importInto(newcomer, zip, 'replace')).toMatchObject({
      status: 409,
      body: { code: 'drops_exist' },
    })
    const other = await confirmedMember(there)
    await saveTracks(other, 2)
    expect((await importInto(other, zip, 'replace')).body).toMatchObject({ tracks: 3, drops: 1 })
  })

  test(`may have a drop of seven new tracks in each week since ${firstYear}, and is inserted in statements of at most 100 drops`, async () => {
    const { db, clock } = here.context
    const member = await here.member()
    const { id } = await findMemberByName(db, member.username)
    const first = Date.UTC(firstYear)
    const weeks = Math.floor((clock.now().getTime() - first) / (7 * day))
    const drops = Array.from({ length: weeks }, (_, week) => ({
      number: week + 1,
      created_at: new Date(first + week * 7 * day),
      note: 'ä'.repeat(150),
      list: [0, 1, 2, 3, 4, 5, 6].map(place => trackId(week * 7 + place)),
    }))
    await addDrops(db, id, drops)
    await sql`insert into track_details (spotify_track_id, title, artist)
      select distinct spotify_track_id, 'A song with a title (Remastered in 2026)', 'An artist, and another artist'
      from drop_tracks where spotify_track_id not in (select spotify_track_id from track_details)`.execute(
      db,
    )
    await sql`create table insertions (rows integer)`.execute(db)
    await sql`create function record_insertion() returns trigger language plpgsql as $$
      begin insert into insertions select count(*) from added; return null; end $$`.execute(db)
    for (const table of ['drops', 'drop_tracks'])
      await sql`create trigger record_insertion after insert on ${sql.table(table)}
        referencing new table as added for each statement execute function record_insertion()`.execute(
        db,
      )
    const zip = await download(member)
    const newcomer = await confirmedMember(here)
    const { status, body } = await importInto(newcomer, zip)
    expect([status, body.drops]).toEqual([200, weeks])
    const insertions = await sql<{ rows: number }>`select rows from insertions`.execute(db)
    expect(Math.max(...insertions.rows.map(({ rows }) => rows))).toBe(700)
    expect(await comparable(await download(newcomer))).toEqual(await comparable(zip))
    // A member who follows thousands has room for them too.
    expect((await unzip(zip)).get('data.json')?.length).toBeLessThan(5 * 1024 * 1024)
  })

  test('is restored once when it is sent twice at the same time', async () => {
    const member = await here.member()
    await live(member, [{ tracks: [1, 2, 3], note: '' }])
    const zip = await download(member)
    const newcomer = await confirmedMember(there)
    const responses = await Promise.all([1, 2, 3].map(() => importInto(newcomer, zip)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('has its picture converted when it is not what would be stored', async () => {
    const member = await here.member()
    const files = await unzip(await download(member))
    const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .toBuffer()
    const newcomer = await confirmedMember(there)
    const zip = await zipOf([...files, ['avatar.jpg', photo]])
    expect((await importInto(newcomer, zip)).body).toMatchObject({ avatar: true })
    const stored = (await unzip(await download(newcomer))).get('avatar.jpg')
    const { width, exif } = await sharp(stored).metadata()
    expect([width, exif]).toEqual([400, undefined])
  })
})

test('An account whose email nobody confirmed imports nothing', async () => {
  const member = await here.member()
  await live(member, [{ tracks: [1], note: '' }])
  const zip = await download(member)
  const newcomer = await there.member()
  const { status, body } = await importInto(newcomer, zip)
  expect([status, body.code]).toEqual([403, 'email_not_confirmed'])
  expect((await newcomer.call('GET', '/api/drops')).body).toEqual([])
})

test('Tracks of an import are looked up after those that members add, also later', async () => {
  const online = await openTestApp({ OUTSIDE_SERVICES: 'http://127.0.0.1:1' })
  await online.context.queue.stop()
  online.pass(here.context.clock.now().getTime() - Date.now())
  const member = await here.member()
  await live(member, [{ tracks: [1, 2], note: '' }])
  const newcomer = await confirmedMember(online)
  expect((await importInto(newcomer, await download(member))).status).toBe(200)
  const spotifyUrl = `https://open.spotify.com/track/${trackId(3)}`
  expect((await newcomer.call('POST', '/api/tracks', { spotifyUrl })).status).toBe(201)
  const { rows } = await sql<{ id: string }>`
    select data->>'trackId' as id from pgboss.job where name = 'look-up-track'
    order by priority desc, data->>'trackId'`.execute(online.context.db)
  expect(rows.map(({ id }) => id)).toEqual([3, 1, 2].map(trackId))
})
