import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from '../../scripts/build-when-needed.ts'
import { bringChromium } from '../../scripts/chromium.ts'
import { startPostgres } from '../../scripts/temporary-postgres.ts'
import { startApp } from './app-process.ts'
import { seedDatabase } from './seed/seed-database.ts'
import { openSeedDatabase } from './seeded-app.ts'

/**
 * Brings a browser, builds the app and seeds one database, which each file's app gets a copy of: on PostgreSQL if it is
 * installed, where starting and serving take half the processor time, else, and before a release, on the
 * embedded one.
 */
export default async function globalSetup() {
  await bringChromium()
  await buildWhenNeeded()
  const postgres = process.env.TEST_ALL === '1' ? null : await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'radr-seed-'))
  const database = await openSeedDatabase(folder, postgres?.url)
  const seed = await seedDatabase(database).finally(database.close)
  // The first start creates the queue's tables; the copies have them.
  const app = await startApp({ DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '' })
  await app.stop()
  await writeFile(join(folder, 'seed.json'), JSON.stringify(seed))
  process.env.SEED_DIR = folder
  if (postgres) process.env.SEED_DATABASE_URL = postgres.url
  return async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true })
  }
}
