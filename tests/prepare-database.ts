import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../scripts/temporary-postgres.ts'
import { jobs } from '../src/app/jobs.ts'
import { overPglite, pgliteOptions } from '../src/platform/database/embedded.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { openPostgres } from '../src/platform/database/postgres.ts'
import type { OpenDatabase } from '../src/platform/database.ts'
import { openLog } from '../src/platform/log.ts'
import { openQueue } from '../src/platform/queue.ts'
import { buildWorker } from './build-worker.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What each test file makes its own database of: one to copy, or a packed PGlite. */
    template: { engine: 'postgres'; url: string } | { engine: 'embedded'; snapshot: string }
  }
}

/** Migrates one database for each engine, once for all test files. */
export async function setup(project: TestProject) {
  await buildWorker()
  return project.name === 'postgres' ? preparePostgres(project) : prepareEmbedded(project)
}

/** In a server of its own, unless TEST_DATABASE_URL names an empty database elsewhere. */
async function preparePostgres(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? null : await startPostgres()
  const url = given ?? server?.url
  if (!url) throw new Error('PostgreSQL is not installed')
  const database = await openPostgres(url)
  await install(database)
  await database.close()
  project.provide('template', { engine: 'postgres', url })
  return () => server?.stop()
}

async function prepareEmbedded(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'radr-tests-'))
  const snapshot = join(folder, 'snapshot.tar')
  const pglite = await PGlite.create(pgliteOptions)
  await install(overPglite(pglite))
  const packed = await pglite.dumpDataDir('none')
  await writeFile(snapshot, Buffer.from(await packed.arrayBuffer()))
  await pglite.close()
  project.provide('template', { engine: 'embedded', snapshot })
  return () => rm(folder, { recursive: true })
}

async function install(database: OpenDatabase) {
  await migrate(database)
  const queue = await openQueue(database, jobs, { works: false, log: openLog('silent') })
  await queue.stop()
}
