// @module-tag both-engines
import { expect, test } from 'vitest'
import { saveTracks } from '../../tests/drop-audience.ts'
import { type Client, minute, openTestApp, type TestApp } from '../../tests/test-app.ts'
import type { FeedItem } from './feed.schemas.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

const app = await openTestApp()
const author = await app.member('Author')
let reader: Member
let drops = 0

/** Publishes as `author` at the app's time, weekly limit aside, and returns the drop's number. */
async function publish(username = author.username, created_at = app.context.clock.now()) {
  const { db } = app.context
  const member = db.selectFrom('users').select('id').where('username', '=', username)
  const { id } = await member.executeTakeFirstOrThrow()
  const drop_number = ++drops
  await db
    .insertInto('drops')
    .values({ user_id: id, drop_number, created_at, note: `n${drop_number}`, drop_followers: 3 })
    .execute()
  return drop_number
}

async function newReader() {
  const member = await app.member()
  await member.call('POST', `/api/users/${author.username}/followers`, {})
  return member
}

const read = async (member: Client, query = '') => {
  const { status, body } = await member.call<FeedItem[]>('GET', `/api/feed?${query}`)
  expect(status).toBe(200)
  return body
}
const numbers = (items: FeedItem[]) => items.map(({ drop }) => drop.drop_number)

test('The feed has the drops of the members one follows, newest first, five on a page', async () => {
  reader = await newReader()
  await publish((await app.member()).username)
  const published: number[] = []
  for (let n = 0; n < 7; n++) {
    app.pass(minute)
    published.unshift(await publish())
  }
  const first = await read(reader)
  expect(numbers(first)).toEqual(published.slice(0, 5))
  expect(numbers(await read(reader, 'page=2'))).toEqual(published.slice(5))
  expect(await read(reader, 'page=3')).toEqual([])
  expect(first[0]).toEqual({
    username: 'Author',
    avatar: null,
    drop: {
      id: first[0]?.drop.id,
      drop_number: published[0],
      note: `n${published[0]}`,
      drop_followers: 3,
      created_at: first[0]?.drop.created_at,
      movement: null,
    },
    tracks: [],
  })
})

test('A drop in the feed has its tracks in order, with what is known about them', async () => {
  const member = await app.member()
  await saveTracks(member, 3)
  await reader.call('POST', `/api/users/${member.username}/followers`, {})
  app.pass(minute)
  await member.call('POST', '/api/drops', {})
  const [latest] = await read(reader)
  const drop = await member.call<{ tracks: FeedItem['tracks'] }>(
    'GET',
    `/api/users/${member.username}/drops/1`,
  )
  expect(latest?.tracks).toHaveLength(3)
  expect(latest?.tracks).toEqual(
    drop.body.tracks.map(({ spotify_track_id, title, artist, artwork, gone }) => ({
      spotify_track_id,
      title,
      artist,
      artwork,
      gone,
    })),
  )
})

test('Drops made at the same time keep one order', async () => {
  const twin = await app.member()
  const own = await app.member()
  await own.call('POST', `/api/users/${twin.username}/followers`, {})
  const moment = new Date()
  const published: number[] = []
  for (let n = 0; n < 8; n++) published.unshift(await publish(twin.username, moment))
  const first = await read(own)
  expect(numbers(first)).toEqual(published.slice(0, 5))
  expect(numbers(await read(own, 'page=2'))).toEqual(published.slice(5))
  expect(numbers(await read(own, `page=2&before=${first[4]?.drop.id}`))).toEqual(published.slice(5))
})

test('A drop published between two pages causes no repeated and no missing drop', async () => {
  const [byNumber, byDrop] = [await newReader(), await newReader()]
  const whole = [...(await read(byNumber)), ...(await read(byNumber, 'page=2'))]
  await read(byNumber)
  const first = await read(byDrop)
  app.pass(minute)
  const late = await publish()
  const before = first[4]?.drop.id
  expect([...first, ...(await read(byNumber, 'page=2'))]).toEqual(whole)
  expect([...first, ...(await read(byDrop, `page=2&before=${before}`))]).toEqual(whole)
  expect(numbers(await read(byNumber))[0]).toBe(late)
})

test('Reading on from a drop is not disturbed by new follows, ended follows or a second reader', async () => {
  const member = await newReader()
  const other = await app.member()
  app.pass(minute)
  for (let n = 0; n < 3; n++) await publish(other.username)
  const first = await read(member)
  const expected = numbers(await read(member, 'page=2'))
  await member.call('POST', `/api/users/${other.username}/followers`, {})
  await read(member)
  const on = await read(member, `page=2&before=${first[4]?.drop.id}`)
  expect(numbers(on)).toEqual(expected)
})

test('The feed of a member who follows nobody is empty, also after unfollowing', async () => {
  expect(await read(await app.member())).toEqual([])
  const member = await newReader()
  expect(await read(member)).toHaveLength(5)
  await member.call('DELETE', `/api/users/${author.username}/followers`)
  expect(await read(member)).toEqual([])
})

test('An unconfirmed follow adds nothing to the feed', async () => {
  const member = await newReader()
  const { db } = app.context
  await db
    .updateTable('radr_follows')
    .set({ verified: false })
    .where(
      'registry_id',
      'in',
      db
        .selectFrom('follower_registry')
        .innerJoin('users', 'users.id', 'follower_registry.user_id')
        .select('follower_registry.id')
        .where('username', '=', member.username),
    )
    .execute()
  expect(await read(member)).toEqual([])
})

test.each(['page=0', 'page=1.5', 'page=100001', 'before=0', 'before=x', 'before=99999999999'])(
  'A request for the feed with %s is rejected',
  async query => {
    expect((await author.call('GET', `/api/feed?${query}`)).status).toBe(400)
  },
)

test('The feed needs a session', async () => {
  expect((await app.visitor().call('GET', '/api/feed')).status).toBe(401)
})
