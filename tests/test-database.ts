import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import {
  bigintParser,
  type OpenDatabase,
  openPostgres,
  overPglite,
} from '../src/platform/database.ts'

/** Whether the tests run on a real PostgreSQL, where several connections can race. */
export const onPostgres = process.env.TEST_DATABASE_URL !== undefined

/** A migrated, empty database for one test file, on the engine that the run is for. */
export async function openTestDatabase(): Promise<OpenDatabase & { url: string | null }> {
  const template = process.env.TEST_DATABASE_URL
  if (!template) {
    const snapshot = await readFile(inject('snapshot'))
    const pglite = await PGlite.create({ loadDataDir: new Blob([snapshot]), parsers: bigintParser })
    return { ...overPglite(pglite), url: null }
  }
  const name = `radr_${randomBytes(6).toString('hex')}`
  const url = new URL(template)
  const source = url.pathname.slice(1)
  await onServer(template, `create database ${name} template ${source}`)
  url.pathname = `/${name}`
  const database = await openPostgres(url.href)
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close()
      await onServer(template, `drop database ${name} with (force)`)
    },
  }
}

/** Runs a statement from the server's own database, because a template must have no other visitor. */
async function onServer(url: string, statement: string) {
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}
