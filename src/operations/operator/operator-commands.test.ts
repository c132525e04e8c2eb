import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { commandEnvironment, runCommand } from '../../../tests/processes/run-command.ts'
import { makeDataDir } from '../../../tests/test-database.ts'
import { openEmbedded } from '../../platform/database/embedded.ts'

const commands = [
  { needs: '0004-mail', command: ['mail', 'pause'] },
  { needs: '0001-members', command: ['member', 'confirm', 'someone'] },
  { needs: '0001-members', command: ['record-backup'] },
] as const

/** Runs a command on the database in a folder; returns its exit code and what it prints. */
async function run(dataDir: string, command: readonly [string, ...string[]]) {
  const { code, output } = await runCommand(command, { DATA_DIR: dataDir })
  return `${code}: ${output}`
}

/** Changes the database in a folder; returns the tables that it then has. */
async function change(dataDir: string, statements: string) {
  const { db, close } = await openEmbedded(join(dataDir, 'db'))
  for (const statement of statements.split(';')) await sql.raw(statement).execute(db)
  const { rows } = await sql`select table_name from information_schema.tables
    where table_schema = 'public'`.execute(db)
  await close()
  return rows
}

test('A command refuses a schema that is older than it needs, and does not migrate it', async () => {
  const { dataDir, remove } = await makeDataDir()
  expect(await change(dataDir, 'drop schema public cascade; create schema public')).toEqual([])
  for (const { command, needs } of commands) {
    expect(await run(dataDir, command)).toBe(
      `1: The schema of the database is older than this command needs (it lacks ${needs}): start the app once, then repeat the command.`,
    )
  }
  expect(await change(dataDir, 'select')).toEqual([])
  await remove()
})

test('A command runs from its source, as npm starts it', async () => {
  const { dataDir, remove } = await makeDataDir()
  const env = commandEnvironment({ DATA_DIR: dataDir })
  const { radr } = JSON.parse(await readFile('package.json', 'utf8')).scripts
  expect(radr).toBe('node scripts/run.mjs scripts/radr.ts')
  // scripts/run.mjs would first install packages if the lock file is new.
  const command = ['scripts/radr.ts', 'mail', 'pause']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  expect(stdout).toMatch(/^All mail is paused since/)
  await remove()
})

test('Mail of a database that an older release has written can be paused before the new one starts', async () => {
  const { dataDir, remove } = await makeDataDir()
  await change(
    dataDir,
    `drop table push_subscriptions; drop table push_follows;
    delete from kysely_migration where name = '0008-push'`,
  )
  expect(await run(dataDir, ['mail', 'pause'])).toMatch(/^0: All mail is paused since/)
  await remove()
})

test('A command with a misspelled setting changes no other database', async () => {
  const { dataDir, remove } = await makeDataDir()
  const settings = { DATA_DIR: dataDir, DATABASE_ULR: 'postgres://radr.test/radr' }
  const { code, output } = await runCommand(['mail', 'pause'], settings)
  expect(output).toMatch(/^DATABASE_ULR: no setting has this name\./)
  expect(code).toBe(1)
  expect(await run(dataDir, ['mail', 'status'])).not.toContain('paused')
  await remove()
})

test('A command does not create a database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radr-commands-'))
  for (const { command } of commands) {
    expect(await run(folder, command)).toBe(
      `1: There is no database in DATA_DIR (${folder}) that this user can read.`,
    )
  }
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})
