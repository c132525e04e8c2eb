import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { saveTracks } from '../../tests/drop-audience.ts'
import { follow, followersOf } from '../../tests/member-actions.ts'
import { replaceList, setHiddenReason } from '../../tests/member-lists.ts'
import { type Client, day, type Member, minute, openTestApp } from '../../tests/test-app.ts'
import type { AddedTrack, Week } from './feed.schemas.ts'

const app = await openTestApp()

const weekOf = async (member: Client) => {
  const { status, body } = await member.call<Week>('GET', '/api/feed/week')
  expect(status).toBe(200)
  return body
}
const namesIn = ({ tracks }: Week) =>
  tracks.flatMap(({ people }) => people.map(({ username }) => username))

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

/** A list of a track with this name. */
const putFirst = (author: Member, name: string) => replaceList(app.context.db, author.id, [name])

/** Passes days until this day of the week in UTC, counted from Sunday. */
function passUntil(weekday: number) {
  do app.pass(day)
  while (app.context.clock.now().getUTCDay() !== weekday)
}
const [friday, monday] = [5, 1]

test('The record of the week has the number one of everybody one follows who has dropped, the newest first', async () => {
  passUntil(monday)
  const reader = await app.member()
  const [first, second, silent] = [
    await newAuthor(reader),
    await newAuthor(reader),
    await newAuthor(reader),
  ]
  await putFirst(first, 'one')
  await putFirst(second, 'two')
  for (const author of [first, second, await newAuthor()]) await drop(author)
  const week = await weekOf(reader)
  expect(namesIn(week)).toEqual([second.username, first.username])
  expect(namesIn(week)).not.toContain(silent.username)
  expect(week).toMatchObject({ isOver: false, people: 2 })
  expect(week.tracks[1]).toMatchObject({
    spotify_track_id: 'one',
    gone: false,
    people: [{ username: first.username, drop_number: 1 }],
  })
  await setHiddenReason(app.context.db, second.username, 'spam')
  const without = await weekOf(reader)
  expect(namesIn(without)).toEqual([first.username])
  expect(without).toMatchObject({ people: 1, card: null })
})

test('A record has seven tracks, those first that more people share, and counts the people whose they are', async () => {
  passUntil(monday)
  const reader = await app.member()
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'a', 'c', 'a']
  const authors: Member[] = []
  for (const name of names) {
    const author = await newAuthor(reader)
    await putFirst(author, `shared${name}`)
    await drop(author)
    authors.push(author)
  }
  const { tracks, people } = await weekOf(reader)
  expect(tracks.map(track => track.spotify_track_id.at(-1)).join('')).toBe('achgfed')
  expect(tracks[0]?.people.map(({ username }) => username)).toEqual(
    [10, 8, 0].map(index => authors[index]?.username),
  )
  expect(people).toBe(3 + 2 + 5)
})

test('The record of a week is made on Friday, stays as it is until Sunday, and the next begins', async () => {
  passUntil(friday)
  const reader = await app.member()
  const [early, late] = [await newAuthor(reader), await newAuthor(reader)]
  await drop(early)
  passUntil(friday)
  await drop(late)
  await saveTracks(early, 1)
  await drop(early)
  for (let days = 0; days < 3; days++) {
    const week = await weekOf(reader)
    expect(week.isOver).toBe(true)
    expect(week.tracks.flatMap(({ people }) => people)).toEqual([
      { username: early.username, drop_number: 1 },
    ])
    app.pass(day)
  }
  for (let days = 3; days < 7; days++) {
    const week = await weekOf(reader)
    expect(week.isOver).toBe(false)
    expect([new Date(week.since).getUTCDay(), week.since.slice(11)]).toEqual([
      friday,
      '00:00:00.000Z',
    ])
    expect(week.tracks.flatMap(({ people }) => people)).toEqual([
      { username: early.username, drop_number: 2 },
      { username: late.username, drop_number: 1 },
    ])
    app.pass(day)
  }
  expect((await weekOf(reader)).people).toBe(2)
  app.pass(7 * day)
  expect((await weekOf(reader)).tracks).toEqual([])
})

test('The card of a record is for the member alone, and names nobody on it', async () => {
  passUntil(monday)
  const [reader, other] = [await app.member(), await app.member()]
  for (const name of ['card1', 'card2']) {
    const author = await newAuthor(reader)
    await putFirst(author, name)
    await drop(author)
  }
  const { card } = await weekOf(reader)
  const { response } = await reader.call('GET', card ?? '')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(response.headers.get('cache-control')).not.toContain('public')
  expect((await app.visitor().call('GET', card ?? '')).status).toBe(404)
  expect((await other.call('GET', card ?? '')).status).toBe(404)
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
  const [follower] = await followersOf(owner)
  await owner.call('POST', `/api/followers/${follower?.id}/block`)
  expect(await added()).toEqual([fan.username])

  app.pass(8 * day)
  expect(await added()).toEqual([])
})
