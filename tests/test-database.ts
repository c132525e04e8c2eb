import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { bigintParser, type OpenDatabase, overPglite } from '../src/platform/database.ts'
import { openPostgres } from '../src/platform/postgres.ts'

const template = inject('template')

/** Whether the tests run on a real PostgreSQL, where several connections can race. */
export const onPostgres = template.engine === 'postgres'

/** A migrated, empty database of its own, on the engine that the run is for. */
export async function openTestDatabase(): Promise<OpenDatabase & { url: string | null }> {
  if (template.engine === 'embedded') {
    const snapshot = await readFile(template.snapshot)
    const pglite = await PGlite.create({ loadDataDir: new Blob([snapshot]), parsers: bigintParser })
    return { ...overPglite(pglite), url: null }
  }
  const url = new URL(template.url)
  const source = url.pathname.slice(1)
  const name = `radr_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${source} strategy file_copy`)
  url.pathname = `/${name}`
  const database = await openPostgres(url.href)
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close()
      await onServer(`drop database ${name} with (force)`)
    },
  }

  /** From the server's own database, because a template must have no other connection. */
  async function onServer(statement: string) {
    const client = new pg.Client({ connectionString: new URL('/postgres', url).href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
}
