import { controlMail, type MailCommand, mailCommands } from '../src/mail/mail-controls.ts'
import { readConfig, SettingError } from '../src/platform/config.ts'
import { openMigrated } from '../src/platform/database/migrate.ts'

const usage = 'Usage: npm run mail -- <pause|resume|status>'

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run([command, ...more]: string[]): Promise<string> {
  if (!isCommand(command) || more.length > 0) throw new SettingError(usage)
  const database = await openMigrated(readConfig(process.env), '0004-mail')
  try {
    return await controlMail(database.db, command, new Date())
  } finally {
    await database.close()
  }
}

function isCommand(text: string | undefined): text is MailCommand {
  return mailCommands.some(command => command === text)
}
