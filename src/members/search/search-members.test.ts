import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addSearchIndex } from '../../../migrations/migrations.ts'
import { setHiddenReason } from '../../../tests/member-lists.ts'
import { openTestApp } from '../../../tests/test-app.ts'
import { createEmptyDatabase, onPostgres } from '../../../tests/test-database.ts'
import type { FoundMember } from '../../discovery/discovery.schemas.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import { hasSearchIndex } from './search-members.queries.ts'

const app = await openTestApp()
const limited = await openTestApp({ RATE_LIMITS: 'on' })

async function search(text: string) {
  const { body } = await app
    .visitor()
    .call<FoundMember[]>('GET', `/api/members?${new URLSearchParams({ search: text })}`)
  return body.map(({ username }) => username)
}

test('Members are found by a part of their name, those first whose name begins with it', async () => {
  for (const name of ['xmoss', 'Moss_b', 'amossx', 'mossa', 'other']) await app.member(name)
  expect(await search(' MOSS ')).toEqual(['Moss_b', 'mossa', 'amossx', 'xmoss'])
  expect(await search('moss_')).toEqual(['Moss_b'])
  expect(await search('%')).toEqual([])
})

test('Hidden members are not found', async () => {
  const { username } = await app.member('hushed')
  expect(await search('hushed')).toEqual([username])
  await setHiddenReason(app.context.db, username, 'spam')
  expect(await search('hushed')).toEqual([])
})

test('Twenty are shown at most', async () => {
  for (let index = 10; index < 31; index++) await app.member(`crowd${index}`)
  expect(await search('crowd')).toHaveLength(20)
})

test('A search needs text, and one address searches 120 times a minute', async () => {
  const visitor = limited.visitor()
  expect((await visitor.call('GET', '/api/members?search=%20')).status).toBe(400)
  expect((await visitor.call('GET', `/api/members?search=${'a'.repeat(31)}`)).status).toBe(400)
  const statuses = []
  for (let index = 0; index < 121; index++)
    statuses.push((await visitor.call('GET', '/api/members?search=a')).status)
  expect(statuses.slice(0, 120).every(status => status === 200)).toBe(true)
  expect(statuses[120]).toBe(429)
})
test('Searches of members have an index', async () => {
  expect(await hasSearchIndex(app.context.db)).toBe(true)
})

test.runIf(onPostgres)(
  'A role that may not install extensions goes on without the index for searches',
  async () => {
    const database = await createEmptyDatabase()
    const admin = await openPostgres(database.url)
    await sql`create role without_rights login`.execute(admin.db)
    const url = new URL(database.url)
    url.username = 'without_rights'
    const plain = await openPostgres(url.href)
    await sql.raw(addSearchIndex).execute(plain.db)
    expect(await hasSearchIndex(plain.db)).toBe(false)
    await plain.close()
    await sql`drop role without_rights`.execute(admin.db)
    await admin.close()
    await database.drop()
  },
)
