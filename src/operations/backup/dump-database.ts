import { join } from 'node:path'
import { pgDump } from '@electric-sql/pglite-tools/pg_dump'
import { controlMail } from '../../mail/pausing/mail-controls.ts'
import type { Config } from '../../platform/config/config.ts'
import { lockFolder } from '../../platform/database/embedded.ts'
import { openPglite } from '../../platform/database/embedded-thread.ts'
import { openMigrated } from '../../platform/database/migrate.ts'

/** Bytes at the beginning of a dump that contain its settings, and at its end that contain its last line. */
const header = 1_000
const footer = 200

/**
 * The embedded database, queued jobs included, as SQL for `psql`, which it fills an empty PostgreSQL with in one
 * transaction: of a dump that is cut off, nothing stays. It is in memory. First pauses all mail, in the dump too, so
 * that no two databases send the same. Throws `SettingError` when the app runs or there is no database.
 */
export async function dumpDatabase({ dataDir }: Pick<Config, 'dataDir'>): Promise<Blob> {
  const { db, close } = await openMigrated({ dataDir, databaseUrl: undefined })
  await controlMail(db, 'pause', new Date()).finally(close)
  const folder = join(dataDir, 'db')
  const lock = await lockFolder(folder)
  const pg = await openPglite(folder)
  try {
    const args = ['--no-owner', '--no-privileges', '--no-comments']
    return inTransaction(await pgDump({ pg, args }))
  } finally {
    await pg.close()
    await lock.release()
  }
}

/** Removes what releases of psql and PostgreSQL before 17 do not know. */
async function inTransaction(dump: Blob): Promise<Blob> {
  const start = await dump.slice(0, header).text()
  const end = await dump.slice(-footer).text()
  return new Blob([
    '\\set ON_ERROR_STOP on\nbegin;\n',
    start.replace(/^\\restrict .*$/m, '').replace('SET transaction_timeout = 0;', ''),
    dump.slice(header, -footer),
    end.replace(/^\\unrestrict .*$/m, ''),
    // Without statistics the planner would read whole tables. An owner who is no superuser would be warned of each
    // table of the system.
    'commit;\nset client_min_messages = error;\nanalyze;\n',
    "\\echo 'Everything has arrived. All mail is paused, here and in the embedded database.'\n",
  ])
}
