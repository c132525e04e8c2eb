import { expect, test } from 'vitest'
import { addFollowers } from '../../tests/drop-audience.ts'
import { addTracks, replaceList, setHiddenReason } from '../../tests/member-lists.ts'
import { day, openTestApp } from '../../tests/test-app.ts'
import type { TrackSummary } from '../tracks/tracks.schemas.ts'
import { closeCount, type SuggestedMember } from './discovery.schemas.ts'
import { maxComparedLists } from './suggested-members.queries.ts'

const app = await openTestApp()
const { db } = app.context

type Member = Awaited<ReturnType<typeof app.member>>

/** A member with these tracks in the list and a drop. */
async function memberWith(...ids: string[]): Promise<Member> {
  const member = await app.member()
  await addTracks(member, ...ids)
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  return member
}

const idsOf = (tracks: TrackSummary[]) => tracks.map(track => track.spotify_track_id)

async function suggestedTo(member: Member) {
  const { status, body } = await member.call<SuggestedMember[]>('GET', '/api/members-to-hear')
  expect(status).toBe(200)
  return body
}

const closeTo = async (member: Member) =>
  (await suggestedTo(member))
    .filter(({ reason }) => reason === 'close')
    .map(({ username, shared }) => [username, shared])

async function sharedWith(member: Member, other: Member) {
  const { status, body } = await member.call<TrackSummary[]>(
    'GET',
    `/api/users/${other.username}/shared-tracks`,
  )
  expect(status).toBe(200)
  return idsOf(body)
}

test('Members are close by what both lists have, and a rare track counts more than two common ones', async () => {
  const me = await memberWith('rare', 'common1', 'common2')
  const common = await memberWith('common2', 'common1')
  const rare = await memberWith('rare')
  for (let n = 0; n < 5; n++) await memberWith('common1', 'common2', `other${n}`)
  const close = await closeTo(me)
  expect(close.slice(0, 2)).toEqual([
    [rare.username, ['rare']],
    [common.username, ['common1', 'common2']],
  ])
  expect(close).toHaveLength(7)
  expect(await sharedWith(me, common)).toEqual(['common1', 'common2'])
  expect(await sharedWith(common, me)).toEqual(['common2', 'common1'])
  expect(await sharedWith(common, rare)).toEqual([])
  expect(await sharedWith(me, me)).toEqual([])
})

test('Whoever is followed is left out at once, and is back when unfollowed', async () => {
  const [me, other] = [await memberWith('follow1'), await memberWith('follow1')]
  expect(await closeTo(me)).toEqual([[other.username, ['follow1']]])
  await me.call('POST', `/api/users/${other.username}/followers`, {})
  expect(await closeTo(me)).toEqual([])
  expect(await closeTo(other)).toEqual([[me.username, ['follow1']]])
  await me.call('DELETE', `/api/users/${other.username}/followers`)
  expect(await closeTo(me)).toEqual([[other.username, ['follow1']]])
})

test(`At most ${closeCount} are shown, and a track on more than ${maxComparedLists} lists is not compared`, async () => {
  const me = await memberWith('many')
  for (let n = 0; n < closeCount + 1; n++) await memberWith('many')
  expect(await closeTo(me)).toHaveLength(closeCount)
  const crowd = await db
    .insertInto('users')
    .values(
      Array.from({ length: maxComparedLists }, (_, n) => ({
        username: `crowd${n}`,
        email: `crowd${n}@x.test`,
        password: '',
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('tracks')
    .values(
      crowd.map(({ id }) => ({
        user_id: id,
        spotify_track_id: 'many',
        spotify_track_url: '',
        rank: 1,
      })),
    )
    .execute()
  expect(await closeTo(me)).toEqual([])
})

test('A member without a list has no close members, and only members who exist share tracks', async () => {
  const member = await app.member()
  expect(await closeTo(member)).toEqual([])
  expect((await member.call('GET', '/api/users/nobody-here/shared-tracks')).status).toBe(404)
})

test('Others follow: this week’s drops before older ones, the most followed first, and nobody without a drop or a list', async () => {
  const reader = await app.member()
  const earlier = await memberWith('earlier')
  await addFollowers(app, earlier.username, 9)
  app.pass(8 * day)
  const [few, many, empty] = [
    await memberWith('few'),
    await memberWith('many2'),
    await memberWith('e'),
  ]
  await addFollowers(app, few.username, 7)
  await addFollowers(app, many.username, 8)
  await addFollowers(app, empty.username, 10)
  await replaceList(db, empty.id, [])
  const listed = await app.member()
  await addTracks(listed, 'listed')
  await addFollowers(app, listed.username, 11)
  const found = async () =>
    (await suggestedTo(reader)).map(({ username, reason }) => `${username} ${reason}`).slice(0, 3)
  expect(await found()).toEqual([
    `${many.username} this_week`,
    `${few.username} this_week`,
    `${earlier.username} earlier`,
  ])
  expect((await suggestedTo(reader))[0]).toMatchObject({
    followerCount: 8,
    tracks: [{ spotify_track_id: 'many2' }],
    shared: [],
  })
  await reader.call('POST', `/api/users/${many.username}/followers`, {})
  await setHiddenReason(db, few.username, 'A reason.')
  expect((await found())[0]).toBe(`${earlier.username} earlier`)
})

test('A hidden member is close to nobody', async () => {
  const [me, hidden] = [await memberWith('hide1'), await memberWith('hide1')]
  expect(await closeTo(me)).toEqual([[hidden.username, ['hide1']]])
  await setHiddenReason(db, hidden.username, 'A reason.')
  expect(await closeTo(me)).toEqual([])
})
