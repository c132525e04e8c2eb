import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { fastFolder } from '../scripts/temporary-postgres.ts'
import { openEmbedded } from '../src/platform/database/embedded.ts'
import { openPostgres } from '../src/platform/database/postgres.ts'
import type { OpenDatabase } from '../src/platform/database.ts'
import { copyDatabase, createDatabase } from './database/create-database.ts'

const postgresUrl = inject('postgresUrl')

/** Whether the tests run on a real PostgreSQL, where several connections can race. */
export const onPostgres = postgresUrl !== null

type TestDatabase = OpenDatabase & { url: string | null }

/** A migrated, empty database of its own, on the engine that the run is for. */
export function openTestDatabase(): Promise<TestDatabase> {
  return postgresUrl ? openCopy(postgresUrl) : openEmbeddedCopy()
}

/** A new DATA_DIR, which `remove` deletes, with a migrated, empty embedded database. */
export async function makeDataDir() {
  const dataDir = await mkdtemp(join(await fastFolder(), 'radr-test-'))
  copyDataDir(dataDir)
  return { dataDir, remove: () => rm(dataDir, { recursive: true }) }
}

/** Fills a DATA_DIR with a migrated, empty embedded database: a copy takes a tenth of the time of a new one. */
export function copyDataDir(dataDir: string) {
  cpSync(inject('dataDir') ?? '', dataDir, { recursive: true })
}

async function openEmbeddedCopy() {
  const { dataDir, remove } = await makeDataDir()
  const database = await openEmbedded(join(dataDir, 'db'))
  return { ...closing(database, remove), url: null }
}

async function openCopy(server: string) {
  const { url, drop } = await copyDatabase(server)
  return { ...closing(await openPostgres(url), drop), url }
}

const closing = (database: OpenDatabase, remove: () => Promise<void>): OpenDatabase => ({
  ...database,
  async close() {
    await database.close()
    await remove()
  },
})

/** A database without tables, on PostgreSQL alone. */
export function createEmptyDatabase() {
  if (!postgresUrl) throw new Error('There is no server to create it on')
  return createDatabase(postgresUrl)
}
