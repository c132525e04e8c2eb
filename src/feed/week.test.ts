import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { saveTracks } from '../../tests/drop-audience.ts'
import { setHiddenReason } from '../../tests/member-lists.ts'
import { type Client, day, minute, openTestApp, type TestApp } from '../../tests/test-app.ts'
import type { AddedTrack, Week } from './feed.schemas.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

const app = await openTestApp()

const follow = (member: Client, { username }: Member) =>
  member.call('POST', `/api/users/${username}/followers`, {})
const weekOf = async (member: Client) => {
  const { status, body } = await member.call<Week>('GET', '/api/feed/week')
  expect(status).toBe(200)
  return body
}
const namesIn = ({ numberOnes }: Week) => numberOnes.map(({ username }) => username)

async function newAuthor(...readers: Client[]) {
  const author = await app.member()
  await saveTracks(author, 2)
  for (const reader of readers) await follow(reader, author)
  return author
}

async function drop(author: Member) {
  app.pass(minute)
  expect((await author.call('POST', '/api/drops', {})).status).toBe(201)
}

test('The week has the number one of everybody one follows who has dropped, the newest first', async () => {
  const reader = await app.member()
  const [first, second, silent] = [
    await newAuthor(reader),
    await newAuthor(reader),
    await newAuthor(reader),
  ]
  for (const author of [first, second, await newAuthor()]) await drop(author)
  const week = await weekOf(reader)
  expect(namesIn(week)).toEqual([second.username, first.username])
  expect(namesIn(week)).not.toContain(silent.username)
  const { body } = await app
    .visitor()
    .call<{ tracks: { spotify_track_id: string }[] }>('GET', `/api/users/${first.username}/drops/1`)
  expect(week.numberOnes[1]).toMatchObject({
    drop_number: 1,
    track: { spotify_track_id: body.tracks[0]?.spotify_track_id, gone: false },
  })
  await setHiddenReason(app.context.db, second.username, 'spam')
  expect(namesIn(await weekOf(reader))).toEqual([first.username])
})

test('The week begins on a Friday three to nine days ago, and has the newest drop of each member only', async () => {
  const reader = await app.member()
  const author = await newAuthor(reader)
  await drop(author)
  for (let n = 0; n < 7; n++) {
    app.pass(day)
    const { since } = await weekOf(reader)
    const begin = new Date(since)
    expect([begin.getUTCDay(), begin.toISOString().slice(11)]).toEqual([5, '00:00:00.000Z'])
    const days = (app.context.clock.now().getTime() - begin.getTime()) / day
    expect(Math.floor(days)).toBeGreaterThanOrEqual(3)
    expect(Math.floor(days)).toBeLessThanOrEqual(9)
  }
  await saveTracks(author, 1)
  await drop(author)
  expect((await weekOf(reader)).numberOnes.map(each => each.drop_number)).toEqual([2])
  app.pass(10 * day)
  expect((await weekOf(reader)).numberOnes).toEqual([])
})

test('A member is told for a week who added songs from their list, but not of members who are hidden or blocked', async () => {
  const owner = await app.member()
  const id = randomBytes(11).toString('hex')
  const add = (member: Client, via?: string) =>
    member.call<{ id: number }>('POST', '/api/tracks', {
      spotifyUrl: `https://open.spotify.com/track/${id}`,
      ...(via !== undefined && { via }),
    })
  const added = async () => {
    const { body } = await owner.call<AddedTrack[]>('GET', '/api/feed/added-tracks')
    return body.map(({ username }) => username)
  }
  await add(owner)
  const [fan, spammer, blocked, other] = [
    await app.member(),
    await app.member(),
    await app.member(),
    await app.member(),
  ]
  const ids: number[] = []
  for (const member of [fan, spammer, blocked])
    ids.push((await add(member, owner.username)).body.id)
  await add(other)
  expect(await added()).toEqual([blocked.username, spammer.username, fan.username])

  await setHiddenReason(app.context.db, spammer.username, 'spam')
  await follow(blocked, owner)
  type Followers = { followers: { id: number }[] }
  const { body } = await owner.call<Followers>('GET', '/api/followers')
  await owner.call('POST', `/api/followers/${body.followers[0]?.id}/block`)
  expect(await added()).toEqual([fan.username])

  app.pass(8 * day)
  expect(await added()).toEqual([])
})
