import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { jobs } from '../src/app/jobs.ts'
import {
  bigintParser,
  type OpenDatabase,
  openPostgres,
  overPglite,
} from '../src/platform/database.ts'
import { openLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openQueue } from '../src/platform/queue.ts'
import { buildWorker } from './build-worker.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated PGlite, packed; every test file unpacks its own. */
    snapshot: string
  }
}

/** Migrates once: a packed PGlite, or on PostgreSQL the database that test files are copied from. */
export async function setup(project: TestProject) {
  await buildWorker()
  const folder = await mkdtemp(join(tmpdir(), 'radr-tests-'))
  const snapshot = join(folder, 'snapshot.tar')
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    const database = await openPostgres(url)
    await install(database)
    await database.close()
  } else {
    const pglite = await PGlite.create({ parsers: bigintParser })
    await install(overPglite(pglite))
    const packed = await pglite.dumpDataDir('none')
    await writeFile(snapshot, Buffer.from(await packed.arrayBuffer()))
    await pglite.close()
  }
  project.provide('snapshot', snapshot)
  return () => rm(folder, { recursive: true })
}

async function install(database: OpenDatabase) {
  await migrate(database.db)
  const queue = await openQueue(database, jobs, { works: false, log: openLog('silent') })
  await queue.stop()
}
