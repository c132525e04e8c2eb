import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { controlMail } from '../../mail/mail-controls.ts'
import { SettingError } from '../../platform/config.ts'
import {
  migrate,
  missingMigrations,
  openMigrated,
  reportMissingRights,
} from '../../platform/database/migrate.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import type { OpenDatabase, Transaction } from '../../platform/database.ts'
import { checksumOf, copySequences, copyTable, type Progress } from './copy-table.ts'
import { findTables, nameOf, type Table, withoutConstraints } from './tables-to-copy.ts'

/**
 * Copies the embedded database in `dataDir` to an empty PostgreSQL, queued jobs included, and compares every
 * table. All rows arrive in one transaction, so a failed or killed run leaves an empty schema, which the table
 * `unfinished_move` marks as its own: the next run continues with it. Afterwards mail of the embedded database
 * is paused, so that nothing is sent twice if it is started by mistake. Throws `SettingError` when the app
 * runs on the embedded database, its schema is of another release, or the target is in use.
 */
export async function moveToPostgres(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  onProgress: (progress: Progress) => void,
) {
  const source = await openMigrated({ dataDir, databaseUrl: undefined }, '0001-members')
  try {
    const target = await openPostgres(databaseUrl)
    try {
      await prepareTarget(target)
      await checkReleases(source, target)
      const moved = await target.withoutTimeouts(db =>
        db.transaction().execute(async to => {
          const moved = await source.db
            .transaction()
            .execute(from => copyEverything(from, to, onProgress))
          // Before the commit: if this run is killed now, no two databases send the same mail.
          await controlMail(source.db, 'pause', new Date())
          return moved
        }),
      )
      // The planner of a database without statistics would read whole tables.
      await target.withoutTimeouts(db => sql`analyze`.execute(db))
      return moved
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Creates the schema, and marks it, in a database without tables or with those of an unfinished run. */
async function prepareTarget(target: OpenDatabase) {
  const { rows } = await sql<{ name: string; is_mark: boolean }>`
    select c.oid::regclass::text as name, relname = 'unfinished_move' as is_mark
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p', 'f') and nspname !~ '^(pg_|information_schema$)'
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    order by is_mark desc, name`.execute(target.db)
  if (rows[0] && !rows[0].is_mark) throw notEmpty(rows[0].name)
  await sql`create table if not exists unfinished_move ()`
    .execute(target.db)
    .catch(reportMissingRights)
  await migrate(target)
  const boss = new PgBoss({ db: target.jobs, supervise: false, schedule: false })
  await boss.start()
  await boss.stop()
}

const notEmpty = (table: string) =>
  new SettingError(
    `The database of DATABASE_URL is not empty (it has the table ${table}): choose an empty one.`,
  )

/** The same tables and columns are on both sides only when both schemas are of this release. */
async function checkReleases(source: OpenDatabase, target: OpenDatabase) {
  const [before, after] = await Promise.all([source, target].map(versionsOf))
  if (before === after) return
  const isOlder = (await missingMigrations(source.db)).length > 0
  throw new SettingError(
    isOlder
      ? 'The embedded database is of an earlier release: start this release on it once, stop it, and repeat the command.'
      : 'The embedded database is of another release: use the release that ran on it last.',
  )
}

async function versionsOf({ db }: OpenDatabase): Promise<string> {
  const { rows } = await sql<{ versions: string }>`
    select (select string_agg(name, ' ' order by name collate "C") from kysely_migration)
      || ' queue ' || (select max(version) from pgboss.version) as versions`.execute(db)
  return rows[0]?.versions ?? ''
}

async function copyEverything(
  from: Transaction,
  to: Transaction,
  onProgress: (progress: Progress) => void,
) {
  // Times are compared as text.
  for (const trx of [from, to]) await sql`set local timezone to 'UTC'`.execute(trx)
  const tables = await findTables(to)
  await lockEmpty(to, tables)
  let rows = 0
  await withoutConstraints(to, tables, async () => {
    for (const table of tables) {
      const expected = await checksumOf(from, table)
      await copyTable({ from, to, table, total: expected.rows, onProgress })
      const found = await checksumOf(to, table)
      if (found.rows !== expected.rows || found.checksum !== expected.checksum)
        throw new Error(
          `${nameOf(table)} differs after the copy: ${found.rows} of ${expected.rows} rows`,
        )
      rows += found.rows
    }
  })
  await copySequences(from, to)
  await sql`drop table unfinished_move`.execute(to)
  return { tables: tables.length, rows }
}

/** Nobody else can write until the end. What is removed are rows that migrations insert. */
async function lockEmpty(to: Transaction, tables: Table[]) {
  const names = sql.raw(tables.map(nameOf).join(', '))
  await sql`lock table ${names} in access exclusive mode`.execute(to)
  const { rows } = await sql`
    select from users union all select from secrets where name <> 'mailboxes' limit 1`.execute(to)
  // The app was started on the schema of an unfinished run.
  if (rows.length > 0) throw notEmpty('users')
  await sql`truncate ${names}`.execute(to)
}
