import { expect, test } from 'vitest'
import { sortFollowed } from './sort-followed.ts'

const member = (
  username: string,
  followDate: string,
  lastDropDate: string | null,
  dropCount = 0,
) => ({
  followId: 1,
  avatar: null,
  username,
  followDate,
  lastDropDate,
  dropCount,
})
const followed = [
  member('bea', '2026-01-02T00:00:00.000Z', null),
  member('Anna', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 3),
  member('carl', '2026-01-03T00:00:00.000Z', '2026-03-01T00:00:00.000Z', 10),
]
const names = (
  search: string,
  sort: Parameters<typeof sortFollowed>[1]['sort'],
  direction: 'asc' | 'desc',
) => sortFollowed(followed, { search, sort, direction }).map(({ username }) => username)

test('Usernames are sorted and searched case-insensitively', () => {
  expect(names('', 'username', 'asc')).toEqual(['Anna', 'bea', 'carl'])
  expect(names('', 'username', 'desc')).toEqual(['carl', 'bea', 'Anna'])
  expect(names('AN', 'username', 'asc')).toEqual(['Anna'])
})

test('Dates and counts are sorted in both directions', () => {
  expect(names('', 'followDate', 'desc')).toEqual(['carl', 'bea', 'Anna'])
  expect(names('', 'dropCount', 'asc')).toEqual(['bea', 'Anna', 'carl'])
})

test('Members without a drop come last in both directions', () => {
  expect(names('', 'lastDrop', 'asc')).toEqual(['Anna', 'carl', 'bea'])
  expect(names('', 'lastDrop', 'desc')).toEqual(['carl', 'Anna', 'bea'])
})
