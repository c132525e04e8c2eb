import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { OpenDatabase } from '../../platform/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  return () => database.close()
})

test.each([
  ['2026-11-22T12:00:00Z', 'UTC', '2026-11-27T08:00:00.000Z'],
  ['2026-11-27T07:59:59Z', 'UTC', '2026-11-27T08:00:00.000Z'],
  ['2026-11-27T08:00:00Z', 'UTC', '2026-12-04T08:00:00.000Z'],
  // Clocks in Berlin go forward on 29 March and back on 25 October 2026.
  ['2026-03-27T07:30:00Z', 'Europe/Berlin', '2026-04-03T06:00:00.000Z'],
  ['2026-10-23T06:30:00Z', 'Europe/Berlin', '2026-10-30T07:00:00.000Z'],
  ['2026-11-26T22:30:00Z', 'Asia/Tokyo', '2026-11-26T23:00:00.000Z'],
  ['2026-11-27T15:00:00Z', 'America/Los_Angeles', '2026-11-27T16:00:00.000Z'],
  ['2026-11-22T12:00:00Z', 'Nowhere/Known', '2026-11-27T08:00:00.000Z'],
])('The digest after %s in %s is at %s', async (after, zone, expected) => {
  const { rows } = await sql<{ at: Date }>`select next_digest_at(${after}, ${zone}) as at`.execute(
    database.db,
  )
  expect(rows[0]?.at.toISOString()).toBe(expected)
})
