import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { overPglite, pgliteOptions } from '../src/platform/database/embedded.ts'
import { openPostgres } from '../src/platform/database/postgres.ts'
import type { OpenDatabase } from '../src/platform/database.ts'

const template = inject('template')

/** Whether the tests run on a real PostgreSQL, where several connections can race. */
export const onPostgres = template.engine === 'postgres'

/** A migrated, empty database of its own, on the engine that the run is for. */
export async function openTestDatabase(): Promise<OpenDatabase & { url: string | null }> {
  if (template.engine === 'embedded') {
    const snapshot = await readFile(template.snapshot)
    const pglite = await PGlite.create({ loadDataDir: new Blob([snapshot]), ...pgliteOptions })
    return { ...overPglite(pglite), url: null }
  }
  const source = new URL(template.url).pathname.slice(1)
  const { url, drop } = await createDatabase(template.url, `template ${source} strategy file_copy`)
  const database = await openPostgres(url)
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** A database without tables, on PostgreSQL alone. */
export function createEmptyDatabase() {
  if (template.engine === 'embedded') throw new Error('There is no server to create it on')
  return createDatabase(template.url, '')
}

async function createDatabase(server: string, options: string) {
  const name = `radr_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} ${options}`)
  return {
    url: new URL(`/${name}`, server).href,
    drop: () => onServer(`drop database ${name} with (force)`),
  }

  /** From the server's own database, because a template must have no other connection. */
  async function onServer(statement: string) {
    const client = new pg.Client({ connectionString: new URL('/postgres', server).href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
}
