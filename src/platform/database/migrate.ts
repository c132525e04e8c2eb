import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { addSearchIndex, migrations } from '../../../migrations/migrations.ts'
import { type Config, SettingError } from '../config/config.ts'
import type { Database, OpenDatabase, Queryable } from '../database.ts'
import { errorCode } from '../errors.ts'
import { openDatabase } from './open-database.ts'

/** The lock that Kysely's own migrator takes, which earlier releases used. */
const lockId = '3853314791062309107'

/** The SQLSTATE of an empty database's missing list of migrations. */
const undefinedTable = '42P01'

/**
 * Runs pending migrations in one transaction, so that a failed one changes nothing, and processes that
 * start together run them once. Unknown migrations, of a newer release, are ignored. The lock ends with
 * the transaction: behind a connection pooler a session's lock could not be released. Throws `SettingError`
 * for a database of a version that cannot be upgraded, or in which this user may not create tables.
 */
export async function migrate({
  withoutTimeouts,
  endFirstStart,
}: Pick<OpenDatabase, 'withoutTimeouts' | 'endFirstStart'>) {
  await withoutTimeouts(db => migrateAll(db).catch(reportMissingRights))
  await endFirstStart()
}

async function migrateAll(db: Database) {
  await db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(trx)
    await refuseOtherTexts(trx)
    await sql`create table if not exists kysely_migration (
        name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx)
    await sql`alter table kysely_migration add column if not exists hash text`.execute(trx)
    // Here, because two first starts of the job queue at once can both try to create it and fail.
    await sql`create schema if not exists pgboss`.execute(trx)
    await refuseEarlier(trx)
    for (const name of await missingMigrations(trx)) {
      const statements = migrations[name] ?? []
      for (const statement of statements) await sql.raw(statement).execute(trx)
      const timestamp = new Date().toISOString()
      await sql`insert into kysely_migration (name, timestamp, hash)
        values (${name}, ${timestamp}, ${hashOf(statements)})`.execute(trx)
    }
    await sql.raw(addSearchIndex).execute(trx)
  })
}

/** Names are compared in lower case here and in JavaScript, which knows neither Turkish letters nor a smaller alphabet. */
async function refuseOtherTexts(db: Queryable) {
  const { rows } = await sql<{ encoding: string; lowers: boolean }>`
    select getdatabaseencoding() as encoding, lower('I') = 'i' as lowers`.execute(db)
  const [{ encoding, lowers } = { encoding: '', lowers: false }] = rows
  const reason = ['UTF8', 'SQL_ASCII'].includes(encoding)
    ? !lowers && 'its collation makes a small I another letter than i'
    : `its encoding is ${encoding}`
  if (reason)
    throw new SettingError(
      `The database cannot keep every text (${reason}): create it by createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8.`,
    )
}

/** Rights that are missing, or a schema `public` that this user cannot see. */
function reportMissingRights(error: unknown): never {
  if (!['42501', '3F000'].includes(errorCode(error) ?? '')) throw error
  throw new SettingError(
    `The user of DATABASE_URL may not create tables (${error instanceof Error ? error.message : error}): make it the owner of its database, or grant it create on the schema public.`,
  )
}

/** Neither creates nor migrates. Throws `SettingError` without a database, or when it lacks a migration that is needed. */
export async function openMigrated(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  needed = Object.keys(migrations),
): Promise<OpenDatabase> {
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/db/PG_VERSION`)) {
    throw new SettingError(
      `There is no database in DATA_DIR (${config.dataDir}) that this user can read.`,
    )
  }
  const database = await openDatabase(config)
  const missing = await missingMigrations(database.db).catch(error => {
    if (errorCode(error) !== undefinedTable) throw error
    return needed
  })
  const first = needed.find(name => missing.includes(name))
  if (first === undefined) return database
  await database.close()
  throw new SettingError(
    `The schema of the database is older than this command needs (it lacks ${first}): start the app once, then repeat the command.`,
  )
}

const hashOf = (statements: string[]) =>
  createHash('sha256').update(statements.join(';')).digest('base64url')

/**
 * Migrations are only added at the end, so an unknown one before it was removed since; and until the first release they
 * are edited, so that one of the same name may have made other tables.
 */
async function refuseEarlier(db: Queryable) {
  const last = Object.keys(migrations).toSorted().at(-1) ?? ''
  const { rows: applied } = await sql<{ name: string; hash: string | null }>`
    select name, hash from kysely_migration order by name collate "C"`.execute(db)
  const earlier = applied.find(({ name, hash }) => {
    const known = migrations[name]
    return known ? hash !== hashOf(known) : name < last
  })
  if (!earlier) return
  const reason = migrations[earlier.name] ? 'is another one now' : 'no longer exists'
  throw new SettingError(
    `The database is of an earlier version that this one cannot upgrade (the migration ${earlier.name} ${reason}): start the version that made it, or this one with an empty database.`,
  )
}

export async function missingMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = rows.map(({ name }) => name)
  return Object.keys(migrations).filter(name => !applied.includes(name))
}
