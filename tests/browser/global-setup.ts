import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { startApp } from './app-process.ts'
import { seedDatabase } from './seed/seed-database.ts'

/** Builds the app and seeds one data folder in `SEED_DIR`; each worker starts the app on a copy of it. */
export default async function globalSetup() {
  await buildWhenNeeded()
  const folder = await mkdtemp(join(tmpdir(), 'radr-seed-'))
  const seed = await seedDatabase(folder)
  // The first start creates the queue's tables; the copies have them.
  const app = await startApp({ DATA_DIR: folder })
  await app.stop()
  await writeFile(join(folder, 'seed.json'), JSON.stringify(seed))
  process.env.SEED_DIR = folder
  return () => rm(folder, { recursive: true })
}
