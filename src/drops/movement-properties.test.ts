import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { replaceList } from '../../tests/member-lists.ts'
import { randomRuns } from '../../tests/random-runs.ts'
import { day, openTestApp } from '../../tests/test-app.ts'
import type { DropMovement, TrackMovement } from '../contract/movement.schemas.ts'
import type { ResponseOf } from '../platform/http/endpoint.shared.ts'
import { addDrops } from './add-drops.ts'
import type { DropListItem, getDrop, previewDrop } from './drops.schemas.ts'
import { makeDrop } from './make-drop.ts'

const app = await openTestApp()

const trackIds = Array.from({ length: 10 }, (_, n) => `7ouMYWpwJ422jRcDASZB7${n}`)
const lists = fc.array(fc.shuffledSubarray(trackIds, { minLength: 1, maxLength: 7 }), {
  minLength: 1,
  maxLength: 9,
})

test('The movement of every drop is what reading all earlier drops gives, also in the preview and of a history that is added at once', async () => {
  const property = fc.asyncProperty(lists, async lists => {
    const member = await app.member()
    const { id } = member
    const history = lists.filter((list, index) => list.join() !== lists[index - 1]?.join())
    const madeAt: string[] = []
    for (const list of history) {
      app.pass(8 * day)
      await replaceList(app.context.db, id, list)
      const preview = await member.call<ResponseOf<typeof previewDrop>>('GET', '/api/drops/preview')
      const drop = await makeDrop(app.context, id, null)
      madeAt.push(drop.created_at)
      const expected = expectedMovement(history.slice(0, madeAt.length), madeAt)
      expect(drop.movement).toEqual(expected.movement)
      expect(preview.body).toMatchObject({ movement: expected.movement })
    }
    await expectStored(member.username, history, madeAt)
    const other = await app.member()
    const drops = history.map((list, index) => ({
      number: index + 1,
      created_at: new Date(madeAt[index] ?? ''),
      list,
    }))
    await addDrops(app.context.db, other.id, drops)
    await expectStored(other.username, history, madeAt)
  })
  await fc.assert(property, { numRuns: randomRuns(30) })
})

/** Reads each drop as a visitor. */
async function expectStored(username: string, history: string[][], madeAt: string[]) {
  const path = `/api/users/${username}/drops`
  const visitor = app.visitor()
  const { body: items } = await visitor.call<DropListItem[]>('GET', path)
  for (const number of history.keys()) {
    const expected = expectedMovement(history.slice(0, number + 1), madeAt)
    const { body } = await visitor.call<ResponseOf<typeof getDrop>>('GET', `${path}/${number + 1}`)
    expect(items.at(-1 - number)?.movement).toEqual(expected.movement)
    expect(body.drop.movement).toEqual(expected.movement)
    expect(body.tracks.map(({ movement }) => movement)).toEqual(expected.tracks)
    expect(body.left).toMatchObject(expected.movement.left)
  }
}

/** Slow and obvious: looks through all drops for each track of the last one. */
function expectedMovement(history: string[][], madeAt: string[]) {
  const current = history.at(-1) ?? []
  const previous = history.at(-2)
  const tracks = current.map((track, index): TrackMovement => {
    const rank = index + 1
    const ranks = history.filter(list => list.includes(track)).map(list => list.indexOf(track) + 1)
    const first = history.findIndex(list => list.includes(track))
    const previousRank = previous?.includes(track) ? previous.indexOf(track) + 1 : null
    const kind = () => {
      if (ranks.length === 1) return 'new'
      if (previousRank === null) return 'back'
      if (previousRank === rank) return 'same'
      return previousRank > rank ? 'up' : 'down'
    }
    return {
      kind: kind(),
      places: previousRank === null ? 0 : Math.abs(previousRank - rank),
      previous_rank: previousRank,
      drops: ranks.length,
      peak: Math.min(...ranks),
      since: { drop_number: first + 1, created_at: madeAt[first] ?? '' },
    }
  })
  let inARow = 0
  while (history.at(-1 - inARow)?.[0] === current[0] && inARow < history.length) inARow++
  const movement: DropMovement = {
    previous_drop: previous ? history.length - 1 : null,
    new: tracks.filter(({ kind }) => kind === 'new').length,
    back: tracks.filter(({ kind }) => kind === 'back').length,
    left: (previous ?? []).flatMap((spotify_track_id, index) =>
      current.includes(spotify_track_id) ? [] : { spotify_track_id, rank: index + 1 },
    ),
    number_one_drops: inARow,
  }
  return { tracks, movement }
}
