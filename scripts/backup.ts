import { resolve } from 'node:path'
import { createBackup } from '../src/app/backup/create-backup.ts'
import { readConfig, SettingError } from '../src/platform/config.ts'

// npm run backup -- FILE
// Writes the embedded database, and everything else in DATA_DIR, to FILE, also while the app runs.

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort(new SettingError('The backup was interrupted.')))
}
try {
  await backup(process.argv.slice(2))
} catch (error) {
  const cause = interrupted.signal.aborted ? interrupted.signal.reason : error
  if (!(cause instanceof SettingError)) throw cause
  console.error(cause.message)
  process.exitCode = 1
}

async function backup([file, ...more]: string[]) {
  if (!file || more.length > 0) throw new SettingError('Usage: npm run backup -- <file>')
  const config = readConfig(process.env)
  if (config.databaseUrl) {
    throw new SettingError(
      'DATABASE_URL is set: back the database up with pg_dump, as the README says.',
    )
  }
  let printed = 0
  await createBackup(config.dataDir, resolve(file), {
    signal: interrupted.signal,
    onProgress(part) {
      const percent = Math.floor(part * 10) * 10
      if (percent <= printed) return
      printed = percent
      console.log(`${percent} %`)
    },
  })
  console.log(`Everything in ${config.dataDir} is in ${file}.`)
}
