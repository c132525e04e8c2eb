// @module-tag resilience
import { type ChildProcess, exec, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fastFolder } from '../../../scripts/temporary-postgres.ts'
import { type Mailbox, type Reply, startMailbox } from '../../../tests/mailbox.ts'
import { radrFile } from '../../../tests/processes/process-files.ts'
import { commandEnvironment, runCommand } from '../../../tests/processes/run-command.ts'
import {
  createDrop,
  outputOf,
  spawnWorker,
  stopWorker,
} from '../../../tests/processes/worker-processes.ts'
import { testSize } from '../../../tests/random-runs.ts'
import { copyDataDir } from '../../../tests/test-database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const followers = testSize(60, 300)
/** The number of mails after which the mail server waits for the backup. */
const halfway = followers / 2

let folder: string
let mailbox: Mailbox
let app: ChildProcess | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(await fastFolder(), 'radr-backup-'))
  mailbox = await startMailbox()
})
afterEach(async () => {
  app?.kill('SIGKILL')
  await mailbox.close()
  await rm(folder, { recursive: true })
})

const place = (name: string) => join(folder, name)

/** Runs an operator's command; returns its exit code and everything that it prints. */
async function run(dataDir: string, command: string, argument: string, settings = {}) {
  const all = { DATA_DIR: place(dataDir), ...settings }
  const { code, output } = await runCommand([command, argument], all)
  return `${code}: ${output}`
}

/** What is in a database that no process has open: deliveries sent, and all rows that a delivery does not change. */
async function readContent(dataDir: string) {
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: place(dataDir) })
  const { rows: sent } = await sql`select from drop_notifications where status = 'sent'`.execute(db)
  const { rows } = await sql`
    select users::text as row from users union all
    select tracks::text from tracks union all
    select drop_tracks::text from drop_tracks union all
    select follower_registry::text from follower_registry union all
    select (id, registry_id, radr_user_id, verified)::text from radr_follows union all
    select secrets::text from secrets order by 1`.execute(db)
  await close()
  return { sent: sent.length, rows }
}

/** Paths that others than the owner may use. */
async function sharedPaths(dataDir: string): Promise<string[]> {
  const paths = (await readdir(place(dataDir), { recursive: true })).map(name =>
    join(place(dataDir), name),
  )
  const modes = await Promise.all(
    [place(dataDir), ...paths].map(async path => [path, await stat(path)] as const),
  )
  return modes.flatMap(([path, { mode }]) => (mode & 0o077 ? [path] : []))
}

test('A backup made while a drop is delivered restores everything, and the delivery goes on when mail is resumed', async () => {
  copyDataDir(place('first'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir: place('first') })
  await createDrop(database, followers)
  await database.close()
  await writeFile(place('key'), 'a key of the operator')
  await symlink(place('key'), join(place('first'), '.dkim.pem'))
  const settings = { DATA_DIR: place('first'), SMTP_URL: mailbox.url, OUTSIDE_SERVICES: 'off' }
  const backupDone = Promise.withResolvers<void>()
  mailbox.behave({
    async body(): Promise<Reply> {
      if (mailbox.mails.length >= halfway) await backupDone.promise
      return 'accept'
    },
  })
  app = spawnWorker({ ...settings, MAIL_RATE: '50' })
  await mailbox.waitFor(followers / 6)

  expect(await run('first', 'backup', place('new/backups/'))).toMatch(
    /^0: [\s\S]*\n90 %\n100 %\nEverything in /,
  )
  const sentAfterwards = mailbox.mails.length
  backupDone.resolve()
  await mailbox.waitFor(followers)
  await stopWorker(app, 'SIGTERM')
  expect((await readdir(folder)).sort()).toEqual(['first', 'key', 'new'])
  const names = await readdir(place('new/backups'))
  expect(names).toEqual([expect.stringMatching(/^radr-.*\.tar\.gz$/)])
  const backup = place(`new/backups/${names[0]}`)
  expect((await readdir(place('first'))).sort()).toEqual(['.dkim.pem', 'db'])

  // A new file system has this folder at its root.
  await mkdir(place('second/lost+found'), { recursive: true, mode: 0o700 })
  const restoring = await run('second', 'restore', backup)
  expect(restoring).toMatch(/^0: [\s\S]* is restored in [\s\S]*All mail is paused/)
  const resuming = `DATA_DIR='${place('second')}' npm run radr -- mail resume`
  expect(restoring.split(': ').at(-1)).toBe(resuming)
  expect(await readFile(join(place('second'), '.dkim.pem'), 'utf8')).toBe('a key of the operator')
  expect(await sharedPaths('second')).toEqual([])
  expect((await stat(backup)).mode & 0o777).toBe(0o600)
  const [before, restored] = [await readContent('first'), await readContent('second')]
  expect(restored.rows).toEqual(before.rows)
  expect(before.sent).toBe(followers)
  expect(restored.sent).toBeGreaterThan(0)
  expect(restored.sent).toBeLessThanOrEqual(sentAfterwards)

  const later = await startMailbox()
  const restarted = { ...settings, DATA_DIR: place('second'), SMTP_URL: later.url }
  app = spawnWorker({ ...restarted, LOG_LEVEL: 'warn' }, 0, 'pipe')
  const output = outputOf(app)
  await expect
    .poll(output)
    .toMatch(/All mail is paused: npm run radr -- mail resume[\s\S]* is at http/)
  expect(later.mails).toEqual([])
  expect(await run('second', 'mail', 'resume')).toMatch(
    /^0: Mail is resumed\. Mail is being sent\./,
  )
  await later.waitFor(followers - restored.sent)
  await stopWorker(app, 'SIGTERM')
  expect((await readContent('second')).sent).toBe(followers)
  expect(new Set(later.mails.map(({ to }) => to[0])).size).toBe(followers - restored.sent)
  await later.close()
})

test('A backup to the standard output can be restored', async () => {
  copyDataDir(place('first'))
  const command = [process.execPath, radrFile, 'backup', '-']
  const env = commandEnvironment({ DATA_DIR: place('first') })
  const npm = { npm_lifecycle_event: 'radr', npm_config_loglevel: 'notice' }
  expect(await run('first', 'backup', '-', npm)).toBe(
    '1: npm would write lines of its own into the backup: use npm run -s radr -- backup -.',
  )
  await promisify(exec)(`${command.join(' ')} > ${place('backup')}`, { env })
  expect(await run('second', 'restore', place('backup'))).toMatch(/^0: .* is restored in /)
  expect(await readdir(place('second'))).toEqual(['db'])
})

test('Backups in a folder replace the oldest, and nothing else, and each is recorded', async () => {
  copyDataDir(place('first'))
  await mkdir(place('backups'))
  const older = [
    'radr-2026-01-02T030405Z.tar.gz',
    'radr-2026-01-03T030405Z.tar.gz',
    'radr-mine.tar.gz',
  ]
  for (const name of older) await writeFile(place(`backups/${name}`), '')
  // The first is of a process that was killed, the second of one that may run.
  const drafts = [`${older[0]}.17.draft`, `${older[1]}.18.draft`]
  for (const name of drafts) await writeFile(place(`backups/${name}`), '')
  await utimes(place(`backups/${drafts[0]}`), 0, 0)
  const backup = (...options: string[]) =>
    runCommand(['backup', place('backups'), ...options], { DATA_DIR: place('first') })
  expect((await backup('--keep', '0')).output).toContain('It takes a whole number from 1 to 1000.')
  const startedAt = Date.now()
  expect(await backup('--keep', '2')).toMatchObject({ code: 0 })
  const names = (await readdir(place('backups'))).sort()
  expect(names).toEqual([
    older[1],
    drafts[1],
    expect.stringMatching(/^radr-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/),
    older[2],
  ])

  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: place('first') })
  const { made_at } = await db.selectFrom('last_backup').selectAll().executeTakeFirstOrThrow()
  await close()
  expect(made_at.getTime()).toBeGreaterThan(startedAt)
  expect(
    (await runCommand(['backup', place('file'), '--keep', '2'], { DATA_DIR: place('first') }))
      .output,
  ).toMatch(/^--keep needs a folder/)
})

/** A backup that waits for its reader. */
async function startBackup(dataDir: string): Promise<ChildProcess> {
  const backup = spawn(process.execPath, [radrFile, 'backup', '-'], {
    env: commandEnvironment({ DATA_DIR: place(dataDir) }),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(backup.stdout, 'readable')
  return backup
}

test('The snapshot of a killed backup is removed by the next backup and by the start of the app, that of a running one by neither', async () => {
  copyDataDir(place('first'))
  const snapshots = async () => (await readdir(place('first'))).filter(name => name !== 'db')
  const killed = await startBackup('first')
  await stopWorker(killed, 'SIGKILL')
  const [left] = await snapshots()
  const running = await startBackup('first')
  expect(await snapshots()).toEqual([expect.not.stringMatching(`^${left}$`)])

  const killedLater = await startBackup('first')
  expect(await snapshots()).toHaveLength(2)
  await stopWorker(killedLater, 'SIGKILL')
  app = spawnWorker({ DATA_DIR: place('first'), OUTSIDE_SERVICES: 'off' }, 0, 'pipe')
  await expect.poll(outputOf(app)).toContain(' is at http')
  const [ofRunning, ...others] = await snapshots()
  expect(others).toEqual([])
  expect(await readdir(place(`first/${ofRunning}`))).toContain('db')

  // The backup goes on once its output is read, and removes its own snapshot.
  const exited = once(running, 'exit')
  running.stdout?.resume()
  expect(await exited).toEqual([0, null])
  expect(await snapshots()).toEqual([])
})

test('Backup and restore refuse what would lose data, and change nothing', async () => {
  copyDataDir(place('first'))
  const backup = (dataDir: string, target: string) => createBackup(place(dataDir), target)
  await expect(backup('none', place('backup'))).rejects.toThrow('There is no database in DATA_DIR')
  await expect(backup('first', place('first/backup'))).rejects.toThrow('is in DATA_DIR')
  await expect(backup('first', place('none/backup'))).rejects.toThrow('There is no folder')
  // No user can write there.
  expect(await run('first', 'backup', '/proc/backup')).toMatch(
    /^1: \/proc\/backup\.\d+\.draft: no such file or directory\.$/,
  )
  expect(await readdir(place('first'))).toEqual(['db'])
  await backup('first', place('backup'))
  expect(await run('first', 'backup', place('backup'))).toMatch(
    /^1: .* exists and is not overwritten/,
  )
  const postgres = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect(await run('first', 'backup', place('other'), postgres)).toMatch(/^1: .*pg_dump/)
  expect(await run('second', 'restore', place('backup'), postgres)).toMatch(/^1: .*pg_restore/)
  expect(await run('first', 'restore', place('backup'))).toMatch(/^1: DATA_DIR .* is not empty/)
  expect(await run('second', 'restore', place('none'))).toMatch(
    /^1: .*none cannot be read \(ENOENT\)\.$/,
  )
  if (process.geteuid?.() === 0) {
    await mkdir(place('of-another-user'))
    await chown(place('of-another-user'), 1234, 1234)
    expect(await run('of-another-user', 'restore', place('backup'))).toMatch(
      /^1: .* belongs to the user 1234/,
    )
    await rmdir(place('of-another-user'))
  }

  const whole = await readFile(place('backup'))
  const flipped = Buffer.from(whole)
  flipped[whole.length >> 1] = ~(whole[whole.length >> 1] ?? 0)
  const damaged = {
    text: [Buffer.from('This is no archive.'), 'Unrecognized archive format'],
    empty: [Buffer.alloc(0), 'Unrecognized archive format'],
    truncated: [whole.subarray(0, whole.length - 1_000), 'unexpected end of file'],
    flipped: [flipped, ''],
  } as const
  for (const [name, [bytes, reason]] of Object.entries(damaged)) {
    await writeFile(place(name), bytes)
    await expect(restoreBackup(place('second'), place(name)), name).rejects.toThrow(
      new RegExp(`is not a .*backup.*${reason}`),
    )
  }
  await expect(restoreBackup(place('second'), place('missing'))).rejects.toThrow('ENOENT')
  expect((await readdir(folder)).sort()).toEqual(
    ['backup', ...Object.keys(damaged), 'first'].sort(),
  )
})
