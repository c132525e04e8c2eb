import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { migrations, searchExtension, searchIndex } from '../../../migrations/migrations.ts'
import { type Config, SettingError } from '../config/config.ts'
import type { OpenDatabase, Queryable } from '../database.ts'
import { errorCode } from '../errors.ts'
import { type Log, openLog } from '../log/log.ts'
import { openDatabase } from './open-database.ts'
import { buildIndex, buildIndexAlone, buildsIndexes } from './schema/build-index.ts'
import {
  hashOf,
  type Migrations,
  missingFrom,
  readSchema,
  refuseEarlier,
} from './schema/read-schema.ts'
import { withProgress, withSchemaLock } from './schema/schema-lock.ts'

type Options = { log?: Log; known?: Migrations }

/**
 * Runs each pending migration in a transaction of its own, so that a failed one changes nothing, and processes that
 * start together run it once. Where nothing is pending, it reads one row and locks nothing. Unknown migrations, of a newer
 * release, are ignored. Throws `SettingError` for a database of a version that cannot be upgraded, or in which this user
 * may not create tables.
 */
export async function migrate(
  database: Pick<OpenDatabase, 'db' | 'isShared' | 'withoutTimeouts' | 'endFirstStart'>,
  { log = openLog('silent'), known = migrations }: Options = {},
) {
  await migrateAll(database, log, known).catch(reportMissingRights)
  await database.endFirstStart()
}

type Migrated = Pick<OpenDatabase, 'db' | 'isShared' | 'withoutTimeouts'>

async function migrateAll(database: Migrated, log: Log, known: Migrations) {
  const schema = (await readSchema(database.db)) ?? (await createList(database, log, known))
  refuseEarlier(schema.applied, known)
  const isNew = schema.applied.length === 0
  for (const name of missingFrom(schema.applied, known)) {
    const statements = known[name] ?? []
    await withProgress(log, name, () => runOnce(database, log, name, statements))
    if (!isNew) log.info({ migration: name }, 'the database has the migration')
  }
  if (missingFrom(schema.applied, known).length > 0 || schema.canAddSearchIndex)
    await addSearchIndex(database, log)
}

/** The list of migrations, in a database that may have one of before there were hashes. */
const createList = ({ withoutTimeouts }: Migrated, log: Log, known: Migrations) =>
  withoutTimeouts(db =>
    withSchemaLock(db, log, async trx => {
      await refuseOtherTexts(trx)
      await sql`create table if not exists kysely_migration (
        name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx)
      await sql`alter table kysely_migration add column if not exists hash text`.execute(trx)
      // pg-boss creates its schema, too, but two that start at once can both try and fail.
      await sql`create schema if not exists pgboss`.execute(trx)
      const schema = (await readSchema(trx)) ?? { applied: [], canAddSearchIndex: false }
      refuseEarlier(schema.applied, known)
      return schema
    }),
  )

async function runOnce(database: Migrated, log: Log, name: string, statements: string[]) {
  await database.withoutTimeouts(db =>
    withSchemaLock(db, log, async trx => {
      const { rows } = await sql`select from kysely_migration where name = ${name}`.execute(trx)
      if (rows.length > 0) return
      if (buildsIndexes(statements)) await buildIndexes(database, trx, statements)
      else for (const statement of statements) await sql.raw(statement).execute(trx)
      await sql`insert into kysely_migration (name, timestamp, hash)
        values (${name}, ${new Date().toISOString()}, ${hashOf(statements)})`.execute(trx)
    }),
  )
}

/** Builds indexes on a connection of their own, while this transaction keeps other processes from doing the same. */
async function buildIndexes(
  { isShared, withoutTimeouts }: Migrated,
  trx: Queryable,
  statements: string[],
) {
  if (isShared) {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await withoutTimeouts(async db => {
      for (const statement of statements) await buildIndex(db, statement)
    })
  } else for (const statement of statements) await buildIndexAlone(trx, statement)
}

/** Adds the index for searches of members if PostgreSQL has pg_trgm, or permits installing it: that may be long after the first start. */
async function addSearchIndex(database: Migrated, log: Log) {
  await database.withoutTimeouts(async db => {
    await withSchemaLock(db, log, trx => sql.raw(searchExtension).execute(trx))
    await withSchemaLock(db, log, async trx => {
      const { rows } = await sql`select where exists
        (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid))
        and not exists (select from pg_index
          where indexrelid = to_regclass('users_username_search') and indisvalid)`.execute(trx)
      if (rows.length > 0)
        await withProgress(log, 'users_username_search', () =>
          buildIndexes(database, trx, [searchIndex]),
        )
    })
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
  if (!['42501', '3F000'].includes(errorCode(error))) throw error
  throw new SettingError(
    `The user of DATABASE_URL may not create tables (${error instanceof Error ? error.message : error}): make it the owner of its database, or grant it create on the schema public.`,
  )
}

/** Opens a database as it is. Throws `SettingError` if there is none, or if it lacks a migration that is needed. */
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
  const schema = await readSchema(database.db)
  const missing = schema ? missingFrom(schema.applied) : needed
  const first = needed.find(name => missing.includes(name))
  if (first === undefined) return database
  await database.close()
  throw new SettingError(
    `The schema of the database is older than this command needs (it lacks ${first}): start the app once, then repeat the command.`,
  )
}
