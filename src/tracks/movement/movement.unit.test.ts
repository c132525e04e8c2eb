import { expect, test } from 'vitest'
import type { DropMovement } from '../../contract/movement.schemas.ts'
import { movementLine, movementMark, trackRecord } from './movement.shared.ts'

const drop = (changes: Partial<DropMovement>): DropMovement => ({
  previous_drop: 4,
  new: 0,
  back: 0,
  left: [],
  number_one_drops: 1,
  ...changes,
})
const left = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ spotify_track_id: `id${n}`, rank: n + 1 }))

test('The movement of a drop is said in one line', () => {
  const said = (changes: Partial<DropMovement>) => movementLine(drop(changes))
  expect(said({ new: 2, back: 1, left: left(3), number_one_drops: 4 })).toBe(
    '2 in, 1 back, 3 out, same number one, 4 drops running',
  )
  expect(said({ new: 1, left: left(1) })).toBe('1 in, 1 out, a new number one')
  expect(said({ new: 1, left: left(3), number_one_drops: 2 })).toBe(
    '1 in, 3 out, same number one, 2 drops running',
  )
  expect(said({})).toBe('Same tracks in a new order, a new number one')
  expect(said({ previous_drop: null, new: 7 })).toBe('First drop')
})

test('The movement of a track is a mark and, for screen readers, words', () => {
  const since = { drop_number: 4, created_at: '2026-11-22T00:00:00.000Z' }
  const track = { previous_rank: null, places: 0, drops: 3, peak: 1, since }
  expect(movementMark({ ...track, kind: 'up', places: 2 })).toEqual({
    mark: '▲ 2',
    label: 'up 2 places',
  })
  expect(movementMark({ ...track, kind: 'down', places: 1 })).toEqual({
    mark: '▼ 1',
    label: 'down 1 place',
  })
  expect(movementMark({ ...track, kind: 'back' })?.mark).toBe('BACK')
  expect(movementMark({ ...track, kind: 'new', drops: 1 })?.mark).toBe('NEW')
  const onFirstDrop = { ...since, drop_number: 1 }
  expect(movementMark({ ...track, kind: 'new', drops: 1, since: onFirstDrop })).toBeNull()
  expect(trackRecord({ ...track, kind: 'same' })).toBe('3 drops · best #1')
  expect(trackRecord({ ...track, kind: 'new', drops: 1 })).toBeNull()
})
