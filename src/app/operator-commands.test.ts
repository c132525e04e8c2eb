import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbedded } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'

/** What each command needs. */
const commands = [
  { needs: '0004-mail-suppression', command: ['mail', 'pause'] },
  { needs: '0001-first', command: ['role', 'someone', 'admin', 'on'] },
  { needs: '0004-mail-suppression', command: ['unsuppress', 'fan@mail.test'] },
] as const

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'radr-commands-'))
})
afterEach(() => rm(folder, { recursive: true }))

function run([script, ...args]: readonly [string, ...string[]]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: folder }
  return new Promise(resolve => {
    execFile(process.execPath, [`scripts/${script}.ts`, ...args], { env }, (error, out, err) =>
      resolve(`${error?.code ?? 0}: ${out}${err}`.trim()),
    )
  })
}

test('A command refuses a schema that is older than it needs, and does not migrate it', async () => {
  const tables = async () => {
    const { db, close } = await openEmbedded(join(folder, 'db'))
    const { rows } = await sql`select table_name from information_schema.tables
      where table_schema = 'public'`.execute(db)
    await close()
    return rows
  }
  expect(await tables()).toEqual([])
  for (const { command, needs } of commands) {
    expect(await run(command)).toBe(
      `1: The schema of the database is older than this command needs (it lacks ${needs}): start the app once, then repeat the command.`,
    )
  }
  expect(await tables()).toEqual([])
})

test('Mail of a database that an older release has written can be paused before the new one starts', async () => {
  const before = await openEmbedded(join(folder, 'db'))
  await migrate(before)
  await sql`drop table sign_in_networks`.execute(before.db)
  await sql`delete from kysely_migration where name = '0030-sign-in-networks'`.execute(before.db)
  await before.close()
  expect(await run(['mail', 'pause'])).toMatch(/^0: All mail is paused since/)
})

test('A command does not create a database', async () => {
  for (const { command } of commands) {
    expect(await run(command)).toBe(`1: There is no database in DATA_DIR (${folder}).`)
  }
  expect(await readdir(folder)).toEqual([])
})
