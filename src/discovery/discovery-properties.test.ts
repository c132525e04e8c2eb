import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '../../tests/random-runs.ts'
import { openTestApp } from '../../tests/test-app.ts'
import { addDrops } from '../drops/add-drops.ts'
import { closeCount } from './discovery.schemas.ts'
import { findSuggestedMembers } from './suggested-members.queries.ts'

const app = await openTestApp()
const { db } = app.context

const people = await Promise.all(Array.from({ length: 8 }, () => app.member()))
for (const { id } of people)
  await addDrops(db, id, [{ number: 1, created_at: new Date(), list: [] }])

const step = fc.record({ who: fc.nat(7), track: fc.nat(9), removes: fc.boolean() })

/** Adds or removes a track; what the rules of a list forbid is refused. */
async function take({ who, track, removes }: { who: number; track: number; removes: boolean }) {
  const person = people[who] as (typeof people)[number]
  const { body: list } = await person.call<{ id: number; spotify_track_id: string }[]>(
    'GET',
    '/api/tracks',
  )
  const found = list.find(each => each.spotify_track_id === `T${track}`)
  if (removes && found) await person.call('DELETE', `/api/tracks/${found.id}`)
  if (!removes) await person.call('POST', '/api/tracks', { spotifyUrl: `spotify:track:T${track}` })
}

type Lists = Map<number, Set<string>>

async function readLists(): Promise<Lists> {
  const lists: Lists = new Map()
  const tracks = await db.selectFrom('tracks').select(['user_id', 'spotify_track_id']).execute()
  for (const { user_id, spotify_track_id } of tracks)
    lists.set(user_id, (lists.get(user_id) ?? new Set()).add(spotify_track_id))
  return lists
}

const countLists = (lists: Lists, ...ids: string[]) =>
  [...lists.values()].filter(list => ids.every(id => list.has(id))).length

/** Checks the lists after each of many histories, also of things done at once. */
function afterAnyHistory(runs: number, check: (lists: Lists) => Promise<void>) {
  const history = fc.array(step, { minLength: 1, maxLength: 40 })
  const property = fc.asyncProperty(history, fc.boolean(), async (steps, atOnce) => {
    if (atOnce) await Promise.all(steps.map(take))
    else for (const each of steps) await take(each)
    await check(await readLists())
  })
  return fc.assert(property, { numRuns: randomRuns(runs) })
}

/** Slow and obvious: every member compared with every other. */
function closeTo(id: number, lists: Lists): number[] {
  const own = lists.get(id) ?? new Set()
  return [...lists]
    .filter(([other]) => other !== id)
    .map(([other, list]) => ({
      other,
      score: [...own]
        .filter(track => list.has(track))
        .reduce((sum, track) => sum + Math.floor(1e8 / countLists(lists, track)), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.other - b.other)
    .slice(0, closeCount)
    .map(({ other }) => other)
}

test('After any history, also of things done at once, the close members of everybody are what comparing all lists gives', async () => {
  const users = await db.selectFrom('users').select(['id', 'username']).execute()
  const nameOf = new Map(users.map(({ id, username }) => [id, username]))
  await afterAnyHistory(20, async lists => {
    for (const { id } of users) {
      const found = await findSuggestedMembers(db, id, new Date())
      const close = found.filter(({ reason }) => reason === 'close')
      expect(close.map(({ username }) => username)).toEqual(
        closeTo(id, lists).map(other => nameOf.get(other)),
      )
    }
  })
})
