import { open, readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getSystemErrorMessage } from 'node:util'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { mailCommands } from '../src/mail/pausing/mail-controls.ts'
import { explainReport } from '../src/mail/reports/explain-report.ts'
import { sendTestMail } from '../src/mail/test-mail/send-test-mail.ts'
import { runBackup } from '../src/operations/backup/backup-command.ts'
import { restoreBackup } from '../src/operations/backup/restore-backup.ts'
import { addressCommands } from '../src/operations/operator/address/answer-about-address.ts'
import { confirmDeletion } from '../src/operations/operator/confirm-deletion.ts'
import { operate } from '../src/operations/operator/operate.ts'
import type { Operation } from '../src/operations/operator/operations.ts'
import {
  readConfig,
  refuseMisspelledSettings,
  SettingError,
} from '../src/platform/config/config.ts'
import { errorCode, Failure } from '../src/platform/errors.ts'

const program = new Command('npm run radr --')
  .description('Commands for the operator. They use the settings of the app.')
  .showHelpAfterError()

program
  .command('role')
  .description('gives a member a role, or takes it')
  .argument('<username>')
  .addArgument(
    new Argument(
      '<role>',
      'an admin has the page of all members, a dev can send test drops',
    ).choices(['admin', 'dev']),
  )
  .addArgument(new Argument('<state>', 'gives or takes it').choices(['on', 'off']))
  .action(async (username, role, state) =>
    print(await operate(config(), { name: 'role', username, role, on: state === 'on' })),
  )

const mail = program
  .command('mail')
  .description('pauses and resumes all mail, says how it is, or sends a test mail')
const mailDescriptions = {
  pause: 'sends no mail until it is resumed, also after a start',
  resume: 'sends mail again',
  status: 'says whether mail is sent, and how much waits',
}
for (const command of mailCommands) {
  const subcommand = mail.command(command).description(mailDescriptions[command])
  if (command === 'resume')
    subcommand.option(
      '--skip-unfinished',
      'ends what was due before the pause without sending it: after a restore it may have been sent since the backup',
    )
  subcommand.action(async ({ skipUnfinished }: { skipUnfinished?: boolean }) =>
    print(await operate(config(), { name: 'mail', command, skipUnfinished })),
  )
}

mail
  .command('test')
  .description('sends a mail and says what the mail server answers')
  .argument('<address>', '', address)
  .action(async address => print(await sendTestMail(config(), address)))

const member = program
  .command('member')
  .description('changes, exports or deletes an account without its password or mailbox')
const memberDescriptions = {
  'reset-password': 'gives the account a random password, and prints it',
  confirm: 'confirms the address, for a member whom the mail did not reach',
  delete: 'deletes the account; the name is reserved for a year',
}
for (const command of ['reset-password', 'confirm', 'delete'] as const) {
  const subcommand = member
    .command(command)
    .description(memberDescriptions[command])
    .argument('<username>')
  if (command === 'delete') subcommand.option('--yes', 'does not ask for the name again')
  subcommand.action(async (username: string, { yes }: { yes?: true }) => {
    if (command === 'delete' && !yes) await confirmDeletion('name', username)
    print(await operate(config(), { name: 'member', command, username }))
  })
}

member
  .command('export')
  .description('writes the ZIP file of their data, for a member who cannot sign in')
  .argument('<username>')
  .argument('<file>', 'a new file, or - for the standard output, with npm run -s radr')
  .action(async (username: string, file: string) => {
    const read = async () =>
      Buffer.from(
        await operate(config(), { name: 'member', command: 'export', username }),
        'base64',
      )
    if (file === '-') return void process.stdout.write(await read())
    // First, so that nothing is read for a file that cannot be written.
    const target = await open(file, 'wx', 0o600)
    try {
      await target.writeFile(await read())
    } catch (error) {
      await rm(file)
      throw error
    } finally {
      await target.close()
    }
    print(`The data of ${username} is in ${file}.`)
  })

member
  .command('set-email')
  .description('gives the account another address and mails a link there to confirm it')
  .argument('<username>')
  .argument('<address>', '', address)
  .action(async (username: string, address: string) =>
    print(await operate(config(), { name: 'set-email', username, address })),
  )

const addresses = program
  .command('address')
  .description('answers requests about an address that has no account')
const addressDescriptions = {
  show: 'says what is stored about it',
  export: 'prints it as JSON',
  delete: 'deletes it; an account is deleted by "member delete"',
}
for (const command of addressCommands) {
  const subcommand = addresses
    .command(command)
    .description(addressDescriptions[command])
    .argument('<address>', '', address)
  if (command === 'delete') subcommand.option('--yes', 'does not ask for the address again')
  subcommand.action(async (address: string, { yes }: { yes?: true }) => {
    if (command === 'delete' && !yes) await confirmDeletion('address', address)
    print(await operate(config(), { name: 'address', command, address }))
  })
}

program
  .command('invite')
  .description('prints a link with which one account can be created')
  .action(async () => print(await operate(config(), { name: 'invite' })))

program
  .command('unsuppress')
  .description(
    'sends mail again to an address that bounced, complained, or got all mails that an unconfirmed one gets',
  )
  .argument('[address]', '', address)
  .option('--domain <domain>', 'all addresses of this domain that bounced')
  .option('--since <time>', 'all that bounced since then, such as 2026-12-14T20:00Z', time)
  .option('--all', 'all that bounced')
  .action(async (address: string | undefined, options: Suppressed) =>
    print(await operate(config(), unsuppress(address, options))),
  )

program
  .command('explain-bounce')
  .description('prints how each report about undelivered mail is read, as a line of JSON')
  .argument('<files...>')
  .option('--recipient <address>', 'whom the mail was sent to, if it is not attached', address)
  .action(async (files: string[], { recipient }: { recipient?: string }) => {
    for (const file of files)
      print(JSON.stringify({ file, ...explainReport(await readReport(file), recipient) }))
  })

program
  .command('backup')
  .description('writes everything in DATA_DIR to a file or folder, also while the app runs')
  .argument(
    '<place>',
    'a file, a folder (with / at the end it is created), or - for the standard output, with npm run -s radr',
  )
  .option('--keep <number>', 'in a folder, so many backups stay', wholeNumber(1, 1_000))
  .action(async (place: string, { keep }: { keep?: number }) => {
    await runBackup(embedded('back the database up with pg_dump'), place, { keep, print })
  })

program
  .command('record-backup')
  .description('tells /metrics that a backup was made, after pg_dump')
  .action(async () => print(await operate(config(), { name: 'record-backup' })))

program
  .command('restore')
  .description('restores a backup into an empty DATA_DIR, with all mail paused')
  .argument('<file>')
  .action(async (file: string) => {
    const { dataDir } = embedded('restore the database with pg_restore')
    await restoreBackup(dataDir, resolve(file))
    print(`${file} is restored in ${dataDir}.
All mail is paused, because drops that were not finished when the backup was made would be sent again.
Start the app. What may have been sent since the backup is listed by: DATA_DIR='${dataDir}' npm run radr -- mail status
When its mail is to be sent, \`mail resume\` sends that again and \`mail resume --skip-unfinished\` does not: DATA_DIR='${dataDir}' npm run radr -- mail resume`)
  })

program
  .command('dump')
  .description('pauses all mail and prints the embedded database as SQL for an empty PostgreSQL')
  .action(async () => {
    const settings = embedded('dump the database with pg_dump')
    // Other commands would wait for PGlite to load.
    const { dumpDatabase } = await import('../src/operations/backup/dump-database.ts')
    await pipeline((await dumpDatabase(settings)).stream(), process.stdout)
  })

try {
  await program.parseAsync()
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}

function print(text: string) {
  console.log(text)
}

/** With a misspelled setting a command would change another database. */
function config() {
  refuseMisspelledSettings(process.env)
  return readConfig(process.env)
}

/** The settings of an installation on the embedded database; with PostgreSQL the operator does `instead`. */
function embedded(instead: string) {
  const settings = config()
  if (!settings.databaseUrl) return settings
  throw new SettingError(`DATABASE_URL is set: ${instead}, as docs/operate.md says.`)
}

/** The error of a folder has no path. */
function readReport(file: string) {
  return readFile(file).catch(error => {
    throw Object.assign(error, { path: file })
  })
}

function address(text: string): string {
  if (text.includes('@')) return text
  throw new InvalidArgumentError('It takes an email address.')
}

function time(text: string): string {
  if (!Number.isNaN(Date.parse(text))) return new Date(text).toISOString()
  throw new InvalidArgumentError('It takes a time like 2026-12-14 or 2026-12-14T20:00Z.')
}

type Suppressed = { domain?: string; since?: string; all?: true }

function unsuppress(email: string | undefined, { domain, since, all }: Suppressed): Operation {
  const isMany = domain !== undefined || since !== undefined || all === true
  if (email !== undefined && !isMany) return { name: 'unsuppress', address: email }
  if (email === undefined && isMany) return { name: 'unsuppress-many', domain, since }
  throw new SettingError('unsuppress takes one address, or --domain, --since or --all.')
}

/** Reads an argument that is a whole number. */
function wholeNumber(from: number, to: number) {
  return (text: string) => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= from && number <= to) return number
    throw new InvalidArgumentError(`It takes a whole number from ${from} to ${to}.`)
  }
}

/** Throws what is a fault of this program. */
function sentenceOf(error: unknown): string {
  if (error instanceof SettingError || error instanceof Failure) return error.message
  if (errorCode(error) === 'EPIPE') return 'The program that takes the output has ended.'
  if (!(error instanceof Error && 'errno' in error && 'path' in error)) throw error
  return `${error.path}: ${getSystemErrorMessage(Number(error.errno))}.`
}
