import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import type { Database, OpenDatabase } from '../../src/platform/database.ts'
import { copyDatabase, createDatabase } from '../database/create-database.ts'
import { type AppProcess, startApp } from './app-process.ts'
import type { Seed } from './seed/seed-database.ts'

export type SeededApp = AppProcess & Seed

/** What an app has beside the seeded data: further settings, and rows that are added before it starts. */
export type Additions = {
  settings?: Record<string, string>
  rows?: (db: Database) => Promise<unknown>
}

/** Starts the app on a copy of the seeded data, which global-setup.ts has made. */
export async function startSeededApp({ settings = {}, rows }: Additions = {}): Promise<SeededApp> {
  const folder = await mkdtemp(join(tmpdir(), 'radr-seeded-'))
  await cp(process.env.SEED_DIR ?? '', folder, { recursive: true })
  const source = process.env.SEED_DATABASE_URL
  const copy = source ? await copyDatabase(source) : null
  if (rows) {
    const { db, close } = await openSeedDatabase(folder, copy?.url)
    await rows(db).finally(close)
  }
  const seed: Seed = JSON.parse(await readFile(join(folder, 'seed.json'), 'utf8'))
  const app = await startApp({
    DATA_DIR: folder,
    DATABASE_URL: copy?.url ?? '',
    RATE_LIMITS: 'off',
    SAMPLE_PROFILE: 'mira',
    ...settings,
  })
  const stop = async () => {
    await app.stop()
    await copy?.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...app, ...seed, stop }
}

/** Starts the app on an empty database. */
export async function startEmptyApp(settings: Record<string, string>): Promise<AppProcess> {
  const server = process.env.SEED_DATABASE_URL
  const database = server ? await createDatabase(server) : null
  const app = await startApp({ DATABASE_URL: database?.url ?? '', ...settings })
  const stop = async () => {
    await app.stop()
    await database?.drop()
  }
  return { ...app, stop }
}

/** Opens the PostgreSQL at this URL; without one, the database embedded in the data folder. */
export function openSeedDatabase(dataDir: string, url?: string): Promise<OpenDatabase> {
  return url ? openPostgres(url) : openEmbedded(`${dataDir}/db`)
}
