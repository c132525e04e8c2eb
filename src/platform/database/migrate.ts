import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { type Config, SettingError } from '../config.ts'
import { type Database, type OpenDatabase, openDatabase, type Queryable } from '../database.ts'
import { addSearchIndexes } from './search-indexes.ts'

/** The lock that Kysely's own migrator takes, which earlier releases used. */
const lockId = '3853314791062309107'

/**
 * Runs pending migrations in one transaction, so that a failed one changes nothing, and processes that
 * start together run them once. Unknown migrations, of a newer release, are ignored. The lock ends with
 * the transaction: behind a connection pooler a session's lock could not be released.
 */
export async function migrate({ withoutTimeouts }: Pick<OpenDatabase, 'withoutTimeouts'>) {
  await withoutTimeouts(async db => {
    const rewritten: string[] = []
    await db.transaction().execute(async trx => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(trx)
      await sql`create table if not exists kysely_migration (
        name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx)
      // Here, because two first starts of the job queue at once can both try to create it and fail.
      await sql`create schema if not exists pgboss`.execute(trx)
      const migrations = await loadMigrations()
      for (const name of await missingMigrations(trx)) {
        await migrations[name]?.up(trx)
        rewritten.push(...(migrations[name]?.rewritten ?? []))
        const timestamp = new Date().toISOString()
        await sql`insert into kysely_migration values (${name}, ${timestamp})`.execute(trx)
      }
      await addSearchIndexes(trx)
    })
    // Otherwise its lists are not read from their index alone until PostgreSQL vacuums it by itself.
    for (const table of rewritten) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  })
}

/**
 * For the operator's commands, which neither create nor migrate a database. Throws `SettingError` when
 * there is none, or when it lacks the migration that the command `needs`.
 */
export async function openMigrated(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  needs: string,
): Promise<OpenDatabase> {
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/db/PG_VERSION`)) {
    throw new SettingError(`There is no database in DATA_DIR (${config.dataDir}).`)
  }
  const database = await openDatabase(config)
  if (await isApplied(database.db, needs)) return database
  await database.close()
  throw new SettingError(
    `The schema of the database is older than this command needs (it lacks ${needs}): start the app once, then repeat the command.`,
  )
}

async function isApplied(db: Database, migration: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!rows[0]?.exists) return false
  const { rows: applied } = await sql`
    select from kysely_migration where name = ${migration}`.execute(db)
  return applied.length > 0
}

/** Names of migrations of this release that the schema lacks, in order. */
export async function missingMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return Object.keys(await loadMigrations())
    .filter(name => !applied.has(name))
    .sort()
}

/** `rewritten` are tables of which a migration has written every row anew. */
type NamedMigrations = Record<string, Pick<Migration, 'up'> & { rewritten?: string[] }>

async function loadMigrations(): Promise<NamedMigrations> {
  return {
    '0001-first': await import('../../../migrations/0001-first.ts'),
    '0002-lists': await import('../../../migrations/0002-lists.ts'),
    '0003-rate-limits': await import('../../../migrations/0003-rate-limits.ts'),
    '0004-mail-suppression': await import('../../../migrations/0004-mail-suppression.ts'),
    '0005-mail-events': await import('../../../migrations/0005-mail-events.ts'),
    '0006-unfilled-drops': await import('../../../migrations/0006-unfilled-drops.ts'),
    '0007-recipients': await import('../../../migrations/0007-recipients.ts'),
    '0010-mailboxes': await import('../../../migrations/0010-mailboxes.ts'),
    '0030-sign-in-networks': await import('../../../migrations/0030-sign-in-networks.ts'),
    '0040-member-counts': await import('../../../migrations/0040-member-counts.ts'),
    '0041-delivery-counts': await import('../../../migrations/0041-delivery-counts.ts'),
    '0042-unused-subscribers': await import('../../../migrations/0042-unused-subscribers.ts'),
    '0043-member-total': await import('../../../migrations/0043-member-total.ts'),
    '0045-pruned-deliveries': await import('../../../migrations/0045-pruned-deliveries.ts'),
    '0046-metric-counts': await import('../../../migrations/0046-metric-counts.ts'),
    '0050-movement': await import('../../../migrations/0050-movement.ts'),
    '0055-track-lists': await import('../../../migrations/0055-track-lists.ts'),
    '0056-related-tracks': await import('../../../migrations/0056-related-tracks.ts'),
    '0057-close-members': await import('../../../migrations/0057-close-members.ts'),
    '0060-first-steps': await import('../../../migrations/0060-first-steps.ts'),
    '0070-blocked-followers': await import('../../../migrations/0070-blocked-followers.ts'),
    '0071-email-changes': await import('../../../migrations/0071-email-changes.ts'),
    '0072-deleted-accounts': await import('../../../migrations/0072-deleted-accounts.ts'),
    '0075-mail-off': await import('../../../migrations/0075-mail-off.ts'),
    '0076-digests': await import('../../../migrations/0076-digests.ts'),
    '0080-moderation': await import('../../../migrations/0080-moderation.ts'),
    '0081-announcement': await import('../../../migrations/0081-announcement.ts'),
    '0088-push': await import('../../../migrations/0088-push.ts'),
    '0090-covers': await import('../../../migrations/0090-covers.ts'),
    '0095-follower-search': await import('../../../migrations/0095-follower-search.ts'),
    '0096-counts-by-month': await import('../../../migrations/0096-counts-by-month.ts'),
  }
}
