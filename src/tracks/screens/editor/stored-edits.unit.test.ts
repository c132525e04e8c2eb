import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedTrack, newTrack } from '../../../../tests/screen-samples/tracks.ts'
import { applyEdit, type Edits, present, startEdits } from './local-edits.ts'
import { editsOf, textOf, toText } from './stored-edits.ts'

const tracks = [listedTrack('a', 1), listedTrack('b', 2), listedTrack('c', 3)]
const list = { tracks, readAt: 5 }
const edited = [
  { type: 'remove' as const, id: 2 },
  { type: 'add' as const, track: newTrack('x') },
  { type: 'move' as const, from: 2, to: 0, at: 4 },
].reduce<Edits>(applyEdit, startEdits(tracks, 3))

const shown = (stored: string | null) =>
  present(editsOf(stored, list)).map(row => row.spotify_track_id)

test('Edits that were stored are read as they are', () => {
  expect(shown(textOf(edited))).toEqual(['c', 'a', 'x'])
})

test('Edits that a tab of release 0.1.0 stored are read', () => {
  const stored = JSON.parse(textOf(edited) ?? '', (_, value) =>
    value && typeof value === 'object' && 'color' in value
      ? (({ color: _, ...other }) => ({ ...other, tone: '94b6f40f254f' }))(value)
      : value,
  )
  expect(shown(JSON.stringify(stored))).toEqual(['c', 'a', 'x'])
})

test('Whatever the storage has, the list is shown: what is no edits counts as none', () => {
  const real = JSON.parse(toText(edited))
  /** The real value, with any JSON in one place of it. */
  const nearMiss = fc
    .tuple(fc.constantFrom(...pathsOf(real)), fc.jsonValue())
    .map(([path, value]) => {
      const copy = structuredClone(real)
      const last = path.at(-1) as string
      const parent = path.slice(0, -1).reduce((object, key) => object[key], copy)
      if (value === null && Array.isArray(parent)) parent.pop()
      else parent[last] = value
      return JSON.stringify(copy)
    })
  const cut = fc.nat({ max: 400 }).map(length => JSON.stringify(real).slice(0, length))
  const text = fc.oneof(nearMiss, fc.json(), fc.string(), cut)
  const later = { tracks, readAt: 1 }
  fc.assert(
    fc.property(text, fc.constantFrom(list, later), (stored, known) => {
      const { rows, saved, deletedIds } = editsOf(stored, known)
      for (const row of [...rows, ...saved]) {
        expect(row.spotify_track_id).toMatch(/^[A-Za-z0-9]+$/)
        expect(Number.isSafeInteger(row.id)).toBe(true)
        for (const each of [row.title, row.artist, row.artwork])
          expect(each === null || typeof each === 'string').toBe(true)
      }
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      expect(deletedIds.every(Number.isSafeInteger)).toBe(true)
      const read = editsOf(stored, known)
      for (const edit of [{ type: 'cancel' as const }, { type: 'remove' as const, id: 1 }])
        expect(() => textOf(applyEdit(read, edit))).not.toThrow()
    }),
    { numRuns: 500 },
  )
})

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => [
    [key],
    ...pathsOf(each).map(path => [key, ...path]),
  ])
}
