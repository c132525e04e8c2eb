import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setHiddenReason } from '../../../tests/member-lists.ts'
import { openTestApp } from '../../../tests/test-app.ts'
import { createEmptyDatabase, onPostgres } from '../../../tests/test-database.ts'
import type { FoundMember } from '../../discovery/discovery.schemas.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import { hasSearchIndex, selectFound } from './search-members.queries.ts'

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

test('One or two letters find names that begin with them, and read no more rows than are shown', async () => {
  const { db } = app.context
  await sql`
    insert into users (username, email, password)
    select name, name || '@mail.test', '' from (
      select chr(97 + n % 26) || chr(97 + n / 26 % 26) || '-member-' || n as name from generate_series(1, 5000) n
    ) made`.execute(db)
  await sql`analyze users`.execute(db)
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABZ019_-%~\\é')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: letter, minLength: 1, maxLength: 2 }), async typed => {
      const { rows: expected } = await sql<{ username: string }>`
        select username from users where starts_with(lower(username), lower(${typed}))
        order by lower(username) collate "C" limit 20`.execute(db)
      expect(await search(typed)).toEqual(expected.map(({ username }) => username))
      expect(await rowsRead(typed)).toBeLessThanOrEqual(20)
    }),
    { numRuns: 100 },
  )
})

type Explained = { 'QUERY PLAN': { Plan: PlanNode }[] }

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** How many rows of members a search reads. */
async function rowsRead(text: string): Promise<number> {
  const [row] = await selectFound(app.context.db, text).explain<Explained>('json', sql`analyze`)
  const count = (node: PlanNode): number => {
    const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
    return (node.Plans ?? []).reduce(
      (sum, each) => sum + count(each),
      node['Relation Name'] === 'users' ? own : 0,
    )
  }
  return row?.['QUERY PLAN'].reduce((sum, { Plan }) => sum + count(Plan), 0) ?? Number.NaN
}

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

test('A search needs text, and one IP searches 120 times a minute', async () => {
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
    await migrate(admin)
    await sql`drop extension pg_trgm cascade`.execute(admin.db)
    await sql`create role without_rights login`.execute(admin.db)
    await sql`grant select on kysely_migration to without_rights`.execute(admin.db)
    const url = new URL(database.url)
    url.username = 'without_rights'
    const plain = await openPostgres(url.href)
    await migrate(plain)
    expect(await hasSearchIndex(plain.db)).toBe(false)
    await migrate(admin)
    expect(await hasSearchIndex(plain.db)).toBe(true)
    await plain.close()
    await sql`drop owned by without_rights`.execute(admin.db)
    await sql`drop role without_rights`.execute(admin.db)
    await admin.close()
    await database.drop()
  },
)
