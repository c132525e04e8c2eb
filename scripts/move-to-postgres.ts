import { moveToPostgres } from '../src/app/move/move-to-postgres.ts'
import { readConfig, SettingError } from '../src/platform/config.ts'

// npm run move-to-postgres
// Copies the embedded database in DATA_DIR to the empty PostgreSQL of DATABASE_URL, while the app is stopped.

/** Rows after which a large table is printed again. */
const printedRows = 50_000

try {
  await move(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function move(more: string[]) {
  if (more.length > 0) throw new SettingError('Usage: npm run move-to-postgres')
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (!databaseUrl) {
    throw new SettingError('DATABASE_URL is missing: it names the PostgreSQL to move to.')
  }
  const { tables, rows } = await moveToPostgres(
    { dataDir, databaseUrl },
    ({ table, copied, total }) => {
      if (copied === total || copied % printedRows === 0)
        console.log(`${table}: ${copied} of ${total} rows`)
    },
  )
  console.log(`All ${rows} rows of ${tables} tables are in PostgreSQL and were compared.
Start the app with DATABASE_URL from now on. In ${dataDir} all mail is paused, so that nothing is sent twice.`)
}
