import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { setHiddenReason } from '../../tests/member-lists.ts'
import { openTestApp } from '../../tests/test-app.ts'
import type { Track } from './tracks.schemas.ts'

const app = await openTestApp()

type Member = Awaited<ReturnType<typeof app.member>>
type Body = { spotifyUrl: string; via?: string; replaces?: number }

const newId = () => randomBytes(11).toString('hex')
const link = (id: string) => `https://open.spotify.com/track/${id}`
const add = (member: Member, id: string, more: Omit<Body, 'spotifyUrl'> = {}) =>
  member.call<Track & { code: string }>('POST', '/api/tracks', { spotifyUrl: link(id), ...more })
const list = async (member: Member) => (await member.call<Track[]>('GET', '/api/tracks')).body
const viaOnTrackPage = async (id: string, username: string) => {
  type Lists = { lists: { username: string; via: string | null }[] }
  const { body } = await app.visitor().call<Lists>('GET', `/api/tracks/${id}/lists`)
  return body.lists.find(row => row.username === username)?.via
}

test('A list remembers from whose list or drop a track was taken, until its owner forgets it', async () => {
  const [owner, member] = [await app.member(), await app.member()]
  const [id, dropped] = [newId(), newId()]
  await add(owner, id)
  const { body: first } = await add(owner, dropped)
  await owner.call('POST', '/api/drops', {})
  await owner.call('DELETE', `/api/tracks/${first.id}`)
  const { body: track } = await add(member, id, { via: owner.username.toUpperCase() })
  expect(track.via).toBe(owner.username)
  expect((await add(member, dropped, { via: owner.username })).body.via).toBe(owner.username)
  expect(await viaOnTrackPage(id, member.username)).toBe(owner.username)

  expect((await owner.call('DELETE', `/api/tracks/${track.id}/via`)).status).toBe(404)
  expect((await member.call('DELETE', `/api/tracks/${track.id}/via`)).status).toBe(204)
  expect((await list(member)).map(({ via }) => via)).toEqual([null, owner.username])
  expect(await viaOnTrackPage(id, member.username)).toBeNull()
})

test('Nobody is named who never had the track, is hidden, or is oneself', async () => {
  const [owner, other, member] = [await app.member(), await app.member(), await app.member()]
  const [id, hiddenId] = [newId(), newId()]
  await add(owner, id)
  expect((await add(member, id, { via: other.username })).body.via).toBeNull()
  expect((await add(other, newId(), { via: other.username })).body.via).toBeNull()
  expect((await add(other, newId(), { via: 'nobody-at-all' })).body.via).toBeNull()
  await add(owner, hiddenId)
  const { body } = await add(other, hiddenId, { via: owner.username })
  expect(body.via).toBe(owner.username)
  await setHiddenReason(app.context.db, owner.username, 'spam')
  expect((await list(other)).find(track => track.id === body.id)?.via).toBeNull()
  expect(await viaOnTrackPage(hiddenId, other.username)).toBeNull()
})

test('A track takes the place of another on a full list', async () => {
  const member = await app.member()
  const ids = Array.from({ length: 7 }, newId)
  for (const id of ids) await add(member, id)
  const replaced = (await list(member))[2]
  const id = newId()
  expect((await add(member, id)).body.code).toBe('list_full')
  const answers = await Promise.all(
    [id, newId()].map(each => add(member, each, { replaces: replaced?.id ?? 0 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404])
  const after = await list(member)
  expect(after.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(after[2]?.id).toBe(answers.find(({ status }) => status === 201)?.body.id)
  expect((await add(member, ids[0] ?? '', { replaces: after[2]?.id ?? 0 })).status).toBe(409)
  expect(await list(member)).toEqual(after)
})

test('A track of another member’s list cannot be replaced', async () => {
  const [owner, member] = [await app.member(), await app.member()]
  const { body } = await add(owner, newId())
  expect((await add(member, newId(), { replaces: body.id })).status).toBe(404)
  expect(await list(owner)).toHaveLength(1)
  expect(await list(member)).toEqual([])
})
