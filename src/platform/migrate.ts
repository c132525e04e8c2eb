import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

/**
 * Brings the schema up to date. Kysely holds an advisory lock meanwhile, so processes that start
 * together do it once; a failed step leaves nothing of itself.
 */
export async function migrate(db: Database) {
  const migrator = new Migrator({ db, provider: { getMigrations: loadMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function loadMigrations(): Promise<Record<string, Migration>> {
  return {
    '0001-first': await import('../../migrations/0001-first.ts'),
    '0002-lists': await import('../../migrations/0002-lists.ts'),
    '0003-rate-limits': await import('../../migrations/0003-rate-limits.ts'),
    '0004-mail-suppression': await import('../../migrations/0004-mail-suppression.ts'),
    '0005-mail-events': await import('../../migrations/0005-mail-events.ts'),
    '0006-unfilled-drops': await import('../../migrations/0006-unfilled-drops.ts'),
    '0007-recipients': await import('../../migrations/0007-recipients.ts'),
  }
}
