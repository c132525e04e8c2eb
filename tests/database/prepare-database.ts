import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { fastFolder, startPostgres } from '../../scripts/temporary-postgres.ts'
import { jobs } from '../../src/app/jobs.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import type { OpenDatabase } from '../../src/platform/database.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { openQueue } from '../../src/platform/queue.ts'
import { buildProcesses } from '../processes/build-processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test file copies; null on the embedded database. */
    postgresUrl: string | null
    /** A DATA_DIR to copy, whose database is migrated and empty. */
    dataDir?: string
  }
}

/** Migrates one database for each engine, once for all test files. */
export async function setup(project: TestProject) {
  const remove = project.getProvidedContext().dataDir ? null : await prepareForAll(project)
  const stop = project.name === 'postgres' ? await preparePostgres(project) : null
  if (!stop) project.provide('postgresUrl', null)
  return () => Promise.all([stop?.(), remove?.()])
}

/** Prepares both engines: some tests start processes, and some use the embedded database besides PostgreSQL. */
async function prepareForAll({ vitest }: TestProject) {
  await buildProcesses()
  const dataDir = await mkdtemp(join(await fastFolder(), 'radr-data-'))
  await install(await openEmbedded(join(dataDir, 'db')))
  vitest.provide('dataDir', dataDir)
  return () => rm(dataDir, { recursive: true })
}

/** Starts a server, unless TEST_DATABASE_URL names an empty database elsewhere. */
async function preparePostgres(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? null : await startPostgres()
  const url = given ?? server?.url
  if (!url) throw new Error('PostgreSQL is not installed')
  await install(await openPostgres(url))
  project.provide('postgresUrl', url)
  return async () => server?.stop()
}

async function install(database: OpenDatabase) {
  await migrate(database)
  const queue = await openQueue(
    database,
    jobs,
    { ...readConfig({}), works: false },
    openLog('silent'),
  )
  await queue.stop()
  await database.close()
}
