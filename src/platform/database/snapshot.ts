import { constants, cp } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { belongsToLock } from './directory-lock.ts'

export const snapshotPrefix = '.snapshot-'

/** What `copyDatabase` returns; everything else is an error message. */
export const copied = 'copied'

/**
 * Copies the files of an embedded database to `db` in a folder beside it, with a name of `snapshotPrefix`.
 * No other statement runs meanwhile, so the copy is what a crash would leave: opening it recovers every
 * committed transaction. The folder must exist, so only users who may write to DATA_DIR can request this.
 */
export async function copyDatabase(db: Database, folder: string, name: string): Promise<string> {
  if (!name.startsWith(snapshotPrefix) || basename(name) !== name) return 'not a snapshot folder'
  await db.transaction().execute(async trx => {
    await sql`checkpoint`.execute(trx)
    const { rows } = await sql<{ first: string; last: string }>`
      select pg_walfile_name(redo_lsn) as first,
        pg_walfile_name(pg_current_wal_insert_lsn()) as last
      from pg_control_checkpoint()`.execute(trx)
    const isNeeded = (path: string) =>
      !belongsToLock(path) &&
      (!/[/\\]pg_wal[/\\][\dA-F]{24}$/.test(path) ||
        rows.some(({ first, last }) => first <= basename(path) && basename(path) <= last))
    await cp(folder, join(dirname(folder), name, 'db'), {
      recursive: true,
      dereference: true,
      filter: isNeeded,
      mode: constants.COPYFILE_FICLONE,
    })
  })
  return copied
}
