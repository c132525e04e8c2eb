import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { restrictDataDirectory } from '../config/data-directory.ts'
import type { AnswerCommand, OpenDatabase } from '../database.ts'

/**
 * Opens the database of the settings; throws `SettingError` when it cannot be opened. Files in DATA_DIR
 * are then accessible to the owner of this process alone. `answer` gets the requests of other processes to
 * the embedded database. Only the engine in use is loaded.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  answer?: AnswerCommand,
): Promise<OpenDatabase> {
  process.umask(0o077)
  const database = databaseUrl
    ? await (await import('./postgres.ts')).openPostgres(databaseUrl)
    : await (await import('./embedded.ts')).openEmbedded(join(dataDir, 'db'), answer)
  // Afterwards, because PGlite creates its first files with permissions for everybody.
  restrictDataDirectory(dataDir)
  return database
}
