import { liftSuppression } from '../src/mail/suppression.ts'
import { readConfig, SettingError } from '../src/platform/config.ts'
import { openMigrated } from '../src/platform/database/migrate.ts'

const usage = 'Usage: npm run unsuppress -- <address>'

try {
  console.log(await unsuppress(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function unsuppress([address, ...more]: string[]): Promise<string> {
  if (!address?.includes('@') || more.length > 0) throw new SettingError(usage)
  const database = await openMigrated(readConfig(process.env), '0004-mail')
  try {
    return (await liftSuppression(database.db, address))
      ? `Mail to ${address} is sent again.`
      : `Mail to ${address} was not suppressed.`
  } finally {
    await database.close()
  }
}
