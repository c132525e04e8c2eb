import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedStatements } from '../../bench/seed-statements.ts'
import { createApp } from '../../src/app/server.ts'
import { hashPassword } from '../../src/members/passwords/passwords.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import type { OpenDatabase } from '../../src/platform/database.ts'
import { noBrowserBuild } from '../no-browser-build.ts'
import { startStatementRecorder } from '../servers/statement-recorder.ts'
import { type Client, cheapPasswords, newClient, openTestApp } from '../test-app.ts'
import { onPostgres, openTestDatabase } from '../test-database.ts'

const { context } = await openTestApp()
const { brand, publicUrl } = context.config
const testOnPostgres = test.runIf(onPostgres)

let seeded: Awaited<ReturnType<typeof openTestDatabase>>
let recorder: Awaited<ReturnType<typeof startStatementRecorder>>
let recorded: OpenDatabase
beforeAll(async () => {
  if (!onPostgres) return
  seeded = await openTestDatabase()
  const password = await hashPassword('seeded password 1', cheapPasswords)
  await seeded.db.transaction().execute(async trx => {
    for (const [, statements] of seedStatements(60, password))
      for (const statement of statements) await sql.raw(statement).execute(trx)
  })
  const url = new URL(seeded.url ?? '')
  recorder = await startStatementRecorder(Number(url.port))
  url.port = String(recorder.port)
  recorded = await openPostgres(url.href)
})
afterAll(async () => {
  await recorded?.close()
  await recorder?.close()
  await seeded?.close()
})

async function signIn(username: string): Promise<Client> {
  const app = createApp({ ...context, db: recorded.db }, noBrowserBuild)
  const client = newClient(publicUrl, (url, init) => app.request(url, init))
  const { status } = await client.call('POST', '/api/login', {
    email: `${username}@members.example`,
    password: 'seeded password 1',
  })
  expect(status).toBe(200)
  return client
}

const isLookupOfViewer = (statement: string) => statement.includes('"token_hash" = ')

testOnPostgres.for([
  ['/home', 'plain'],
  ['/star', 'plain'],
  ['/feed', 'plain'],
  ['/star/drops', 'plain'],
  ['/settings', 'plain'],
  ['/followers', 'plain'],
  [`/${brand.toLowerCase()}s`, 'theboss'],
] as const)(
  'The page %s looks up its viewer %s once and takes at most two further round trips',
  async ([path, username]) => {
    const member = await signIn(username)
    let trips: string[][] = []
    // The first requests prepare statements and load modules, and on a busy machine a response can come
    // before an independent query is sent. One that depends on the response always comes after it.
    for (let request = 0; request < 10 && (request < 2 || trips.length > 3); request++)
      trips = await recorder.record(async () => {
        expect((await member.call('GET', path)).status).toBe(200)
      })
    const [lookup, ...others] = trips
    expect(lookup?.map(isLookupOfViewer)).toEqual([true])
    expect(others.flat().filter(isLookupOfViewer)).toEqual([])
    expect(others.length, JSON.stringify(others, null, 2)).toBeLessThanOrEqual(2)
    expect(others.flat()).not.toEqual([])
  },
)
