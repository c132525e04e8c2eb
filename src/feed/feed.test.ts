import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveTracks } from '../../tests/drop-audience.ts'
import { deleteAccount, follow } from '../../tests/member-actions.ts'
import { addWeeklyDrops } from '../../tests/member-lists.ts'
import { type Client, type Member, minute, openTestApp } from '../../tests/test-app.ts'
import { selectFeed } from './feed.queries.ts'
import type { FeedItem } from './feed.schemas.ts'

const app = await openTestApp()
const authors: Member[] = []
for (let n = 0; n < 8; n++) authors.push(await newAuthor(`Author${n}`))
const waiting = [...authors]
let reader: Member

async function newAuthor(username?: string) {
  const member = await app.member(username)
  await saveTracks(member, 1)
  return member
}

/** Makes the first drop of an author, by default of one whom readers follow, and returns its id. */
async function publish(author = waiting.shift()) {
  app.pass(minute)
  const { body } = await (author as Member).call<{ id: number }>('POST', '/api/drops', {})
  return body.id
}

async function newReader() {
  const member = await app.member()
  for (const author of authors) await follow(member, author)
  return member
}

const read = async (member: Client, query = '') => {
  const { status, body } = await member.call<FeedItem[]>('GET', `/api/feed?${query}`)
  expect(status).toBe(200)
  return body
}
const ids = (items: FeedItem[]) => items.map(({ drop }) => drop.id)

test('The feed has the drops of the members one follows, newest first, five on a page', async () => {
  reader = await newReader()
  await publish(await newAuthor())
  const published: number[] = []
  for (let n = 0; n < 7; n++) published.unshift(await publish())
  const first = await read(reader)
  expect(ids(first)).toEqual(published.slice(0, 5))
  expect(ids(await read(reader, 'page=2'))).toEqual(published.slice(5))
  expect(await read(reader, 'page=3')).toEqual([])
  expect(first[0]).toMatchObject({
    username: 'Author6',
    avatar: null,
    drop: { drop_number: 1, note: null, drop_followers: 1 },
  })
})

test('A drop in the feed has its tracks in order, with what is known about them', async () => {
  const member = await app.member()
  await saveTracks(member, 3)
  await follow(reader, member)
  app.pass(minute)
  await member.call('POST', '/api/drops', {})
  const [latest] = await read(reader)
  const drop = await member.call<{ tracks: FeedItem['tracks'] }>(
    'GET',
    `/api/users/${member.username}/drops/1`,
  )
  expect(latest?.tracks).toHaveLength(3)
  expect(latest?.tracks).toEqual(
    drop.body.tracks.map(({ spotify_track_id, title, artist, artwork, color, gone }) => ({
      spotify_track_id,
      title,
      artist,
      artwork,
      color,
      gone,
    })),
  )
})

test('Drops made at the same time keep one order', async () => {
  const member = await app.member()
  const published: number[] = []
  for (let n = 0; n < 8; n++) {
    const author = await newAuthor()
    await follow(member, author)
    published.unshift(await publish(author))
  }
  const created_at = app.context.clock.now()
  await app.context.db
    .updateTable('drops')
    .set({ created_at })
    .where('id', 'in', published)
    .execute()
  const first = await read(member)
  expect(ids(first)).toEqual(published.slice(0, 5))
  expect(ids(await read(member, 'page=2'))).toEqual(published.slice(5))
  expect(ids(await read(member, `page=2&before=${first[4]?.drop.id}`))).toEqual(published.slice(5))
})

test('Reading on from a drop whose author deleted the account since goes on after it', async () => {
  const member = await app.member()
  const newestFirst: Member[] = []
  const published: number[] = []
  for (let n = 0; n < 7; n++) {
    const author = await newAuthor()
    newestFirst.unshift(author)
    await follow(member, author)
    published.unshift(await publish(author))
  }
  await deleteAccount(app, newestFirst[4] as Member)
  const rest = await read(member, `page=2&before=${published[4]}`)
  expect(ids(rest)).toEqual(published.slice(5))
})

test('Reading on from a drop repeats and misses none, whatever is published or followed meanwhile', async () => {
  const member = await newReader()
  const whole = [...(await read(member)), ...(await read(member, 'page=2'))]
  const first = await read(member)
  const other = await newAuthor()
  await follow(member, other)
  const late = [await publish(), await publish(other)]
  const before = first[4]?.drop.id
  expect([...first, ...(await read(member, `page=2&before=${before}`))]).toEqual(whole)
  expect(ids(await read(member)).slice(0, 2)).toEqual(late.toReversed())
})

test('The feed of a member who follows nobody is empty, also after unfollowing', async () => {
  expect(await read(await app.member())).toEqual([])
  const member = await newReader()
  expect(await read(member)).toHaveLength(5)
  for (const { username } of authors)
    await member.call('DELETE', `/api/users/${username}/followers`)
  expect(await read(member)).toEqual([])
})

test('An unconfirmed follow adds nothing to the feed', async () => {
  const member = await newReader()
  await sql`update radr_follows set state = 'pending' from follower_registry
    where follower_registry.id = registry_id and user_id = ${member.id}`.execute(app.context.db)
  expect(await read(member)).toEqual([])
})

test.each(['page=0', 'page=1.5', 'page=100001', 'before=0', 'before=x', 'before=99999999999'])(
  'A request for the feed with %s is rejected',
  async query => {
    expect((await reader.call('GET', `/api/feed?${query}`)).status).toBe(400)
  },
)

test('A late page of the feed reads the tracks of five drops, like the first', async () => {
  const [late, star] = [await app.member(), await app.member()]
  await follow(late, star)
  const begin = Date.UTC(2006, 0, 1)
  await addWeeklyDrops(app, star, 1_000, () => ['one', 'two', 'three'], { begin })
  expect((await read(late, 'page=200')).map(({ drop }) => drop.drop_number)).toEqual([
    5, 4, 3, 2, 1,
  ])
  for (const page of [1, 200]) expect(await tracksRead(late.id, page)).toBe(15)
  expect((await late.call('GET', '/api/feed?page=201')).status).toBe(400)
})

type Explained = { 'QUERY PLAN': { Plan: PlanNode }[] }

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

/** How many rows of tracks the statement of a page reads. */
async function tracksRead(memberId: number, page: number): Promise<number> {
  const { db } = app.context
  const [row] = await selectFeed(db, memberId, { page }).explain<Explained>('json', sql`analyze`)
  const count = (node: PlanNode): number => {
    const own = node['Relation Name'] === 'drop_tracks' ? node['Actual Rows'] : 0
    return (node.Plans ?? []).reduce((sum, each) => sum + count(each), own * node['Actual Loops'])
  }
  return row?.['QUERY PLAN'].reduce((sum, { Plan }) => sum + count(Plan), 0) ?? 0
}
