import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, test } from 'vitest'
import { computeCharts } from '../../src/charts/compute-charts.ts'
import { startSession } from '../../src/members/sessions.ts'
import { seededRandom } from '../../src/ui/seeded-random.ts'
import { onPostgres, openTestDatabase } from '../test-database.ts'
import { spawnWorker, stopWorker } from '../worker-processes.ts'
import { computedCharts, hasChanges, type ModelMember, type State } from './model.ts'
import { createReader } from './reader.ts'
import { startTimeline } from './timeline.ts'

// Two web processes on one database get writes, one after the other, and reads at the same time, in an
// order that the seed gives. Every response is compared with what a model says it may be.

const seed = process.env.SEED ?? 'fixed'
/** Milliseconds for which they write and read: how far they get in the sequence depends on the machine. */
const duration = process.env.TEST_ALL === '1' ? 90_000 : 4_000
const readers = 3
const memberCount = 6
const catalogue = Array.from({ length: 12 }, (_, n) => `track${n}`)

const processes: ChildProcess[] = []
afterAll(() => Promise.all(processes.map(child => stopWorker(child, 'SIGTERM'))))

test.runIf(onPostgres)(
  'Two processes show members every change at once, and visitors within two seconds',
  { timeout: 600_000 },
  async () => {
    const database = await openTestDatabase()
    const { db } = database
    const urls = await Promise.all([startWeb(database.url ?? ''), startWeb(database.url ?? '')])
    const members = await Promise.all(
      Array.from({ length: memberCount }, (_, n) => addMember(`mem${n}`)),
    )
    const cookies = members.map(({ cookie }) => cookie)
    const pictures = await Promise.all(['#2266cc', '#cc2266'].map(upload))
    await send(0, 0, 'PUT', '/api/user/avatar', { avatar: null })
    const timeline = startTimeline({
      members: members.map(({ model }) => model),
      previousNames: {},
      charts: { users: [], lists: {}, drops: {} },
    })
    const { read, totals } = createReader({ timeline, urls, cookies })
    const random = seededRandom(seed)
    let isWriting = true
    let renames = 0

    const readAlong = async (reader: number) => {
      const choose = seededRandom(`${seed} ${reader}`)
      while (isWriting) {
        const viewer = choose() < 0.6 ? null : below(choose, memberCount)
        const path = choosePath(choose, timeline.newest(), viewer !== null)
        await read(below(choose, 2), viewer, path)
      }
    }
    const writeAll = async () => {
      try {
        const end = performance.now() + duration
        // Until a visitor has been served an old response: otherwise nothing was cached, and nothing was tested.
        while (performance.now() < end || totals.olderThanNewest === 0) {
          const member = below(random, memberCount)
          const process = below(random, 2)
          await writeOne(member, process)
          // What the writer sees of it, in the process that did not write.
          const name = timeline.newest().members[member]?.name ?? ''
          await read(
            1 - process,
            member,
            pick(random, [`/${name}`, '/home', `/api/profile/${name}`]),
          )
        }
      } finally {
        isWriting = false
      }
    }
    await Promise.all([writeAll(), ...Array.from({ length: readers }, (_, n) => readAlong(n))])
    await database.close()

    async function writeOne(member: number, process: number) {
      const state = timeline.newest()
      const { tracks, drops, follows } = state.members[member] as ModelMember
      const call = (method: string, path: string, body?: unknown) =>
        send(process, member, method, path, body)
      const change = (
        edit: (member: ModelMember, state: State) => void,
        write: () => Promise<unknown>,
      ) =>
        timeline.write(
          next => edit(next.members[member] as ModelMember, next),
          async () => void (await write()),
        )
      const rows = async () => (await call('GET', '/api/tracks')) as { id: number }[]
      const writers = {
        async addTrack() {
          const track = pick(
            random,
            catalogue.filter(id => !tracks.includes(id)),
          )
          const spotifyUrl = `https://open.spotify.com/track/${track}`
          await change(
            next => next.tracks.push(track),
            () => call('POST', '/api/tracks', { spotifyUrl }),
          )
        },
        async deleteTrack() {
          const index = below(random, tracks.length)
          const id = (await rows())[index]?.id
          await change(
            next => next.tracks.splice(index, 1),
            () => call('DELETE', `/api/tracks/${id}`),
          )
        },
        async reverseList() {
          const ids = (await rows()).map(({ id }) => id).reverse()
          const ranks = ids.map((id, index) => ({ id, rank: index + 1 }))
          await change(
            next => next.tracks.reverse(),
            () => call('PUT', '/api/tracks/rank', { tracks: ranks }),
          )
        },
        async drop() {
          const note = `note ${Math.floor(random() * 1e6)}`
          await sql`update drops set created_at = created_at - interval '8 days'
            where user_id = ${members[member]?.id}`.execute(db)
          await change(
            next => next.drops.push({ note, tracks: [...next.tracks] }),
            () => call('POST', '/api/drops', { note }),
          )
        },
        async follow() {
          const other = (member + 1 + below(random, memberCount - 1)) % memberCount
          const path = `/api/users/${state.members[other]?.name}/followers`
          const isFollowing = follows.includes(other)
          await change(
            next => {
              next.follows = isFollowing
                ? next.follows.filter(index => index !== other)
                : [...next.follows, other]
            },
            () => call(isFollowing ? 'DELETE' : 'POST', path, isFollowing ? undefined : {}),
          )
        },
        async rename() {
          const username = `mem${member}x${++renames}`
          await change(
            (next, all) => {
              all.previousNames[next.name] = member
              next.name = username
            },
            () => call('PUT', '/api/user/username', { username }),
          )
        },
        async avatar() {
          const { data, address } = pick(random, [...pictures, { data: null, address: null }])
          await change(
            next => {
              next.avatar = address
            },
            () => call('PUT', '/api/user/avatar', { avatar: data }),
          )
        },
        async charts() {
          await change(
            (_, all) => {
              all.charts = computedCharts(all)
            },
            () => computeCharts(db, new Date()),
          )
        },
      }
      const possible: (keyof typeof writers)[] = ['follow', 'avatar', 'charts']
      if (random() < 0.3) possible.push('rename')
      if (tracks.length < 7) possible.push('addTrack', 'addTrack')
      if (tracks.length > 1) possible.push('deleteTrack', 'reverseList')
      if (hasChanges(tracks, drops)) possible.push('drop')
      await writers[pick(random, possible)]()
    }

    async function addMember(name: string) {
      const email = `${name}@mail.test`
      const { id } = await db
        .insertInto('users')
        .values({ username: name, email, password: '', email_confirmed_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const cookie = `session=${await startSession(db, id, new Date())}`
      const model: ModelMember = { name, email, avatar: null, tracks: [], drops: [], follows: [] }
      return { id, cookie, model }
    }

    async function upload(background: string) {
      const create = { width: 9, height: 9, channels: 3 as const, background }
      const file = await sharp({ create }).png().toBuffer()
      const data = `data:image/png;base64,${file.toString('base64')}`
      const { avatar } = (await send(0, 0, 'PUT', '/api/user/avatar', { avatar: data })) as {
        avatar: string
      }
      return { data, address: avatar }
    }

    async function send(
      process: number,
      member: number,
      method: string,
      path: string,
      body?: unknown,
    ) {
      const url = urls[process] ?? ''
      const response = await fetch(url + path, {
        method,
        headers: {
          cookie: cookies[member] ?? '',
          origin: url,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
      return text === '' ? null : JSON.parse(text)
    }
  },
)

/** Its address. */
async function startWeb(databaseUrl: string): Promise<string> {
  const child = spawnWorker(
    {
      DATABASE_URL: databaseUrl,
      ROLE: 'web',
      RATE_LIMITS: 'off',
      OUTSIDE_SERVICES: 'off',
    },
    0,
    'pipe',
  )
  processes.push(child)
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const url = / is at (\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The process ended')
}

function choosePath(random: () => number, state: State, isMember: boolean): string {
  const current = state.members.map(({ name }) => name)
  const name = pick(
    random,
    random() < 0.85 ? current : [...Object.keys(state.previousNames), ...current],
  )
  const number = 1 + below(random, 3)
  return pick(random, [
    `/${name}`,
    `/${name}`,
    `/${name}/drops`,
    `/${name}/drops/${number}`,
    '/charts',
    `/api/profile/${name}`,
    `/api/profile/${name}`,
    `/api/users/${name}/followers-count`,
    `/api/users/${name}/drops-count`,
    `/api/users/${name}/drops`,
    `/api/users/${name}/drops/${number}`,
    '/api/charts/top-users',
    '/api/charts/top-tracks',
    '/api/charts/most-dropped',
    '/api/user',
    '/api/drops/has-changes',
    ...(isMember ? ['/home', '/api/drops', `/api/users/${name}/is-following`] : []),
  ])
}

const below = (random: () => number, limit: number) => Math.floor(random() * limit)
const pick = <T>(random: () => number, from: T[]): T => from[below(random, from.length)] as T
