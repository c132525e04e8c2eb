import { resolve } from 'node:path'
import { restoreBackup } from '../src/app/backup/restore-backup.ts'
import { readConfig, SettingError } from '../src/platform/config.ts'

// npm run restore -- FILE
// Restores a file of `npm run backup` into an empty DATA_DIR.

try {
  await restore(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function restore([file, ...more]: string[]) {
  if (!file || more.length > 0) throw new SettingError('Usage: npm run restore -- <file>')
  const config = readConfig(process.env)
  if (config.databaseUrl) {
    throw new SettingError(
      'DATABASE_URL is set: restore the database with pg_restore, as the README says.',
    )
  }
  await restoreBackup(config.dataDir, resolve(file))
  console.log(`${file} is restored in ${config.dataDir}.
All mail is paused, because drops that were not finished when the backup was made would be sent again.
Before or after the first start, while the app is stopped: npm run mail -- resume`)
}
