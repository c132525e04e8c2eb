import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbedded } from '../platform/database/embedded.ts'
import { migrate, missingMigrations } from '../platform/database/migrate.ts'

const commands = [
  ['mail', 'pause'],
  ['role', 'someone', 'admin', 'on'],
  ['unsuppress', 'fan@mail.test'],
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

test('A command refuses a schema that is older than the release, and does not migrate it', async () => {
  const name = '0030-sign-in-networks'
  const before = await openEmbedded(join(folder, 'db'))
  await migrate(before)
  await sql`drop table sign_in_networks`.execute(before.db)
  await sql`delete from kysely_migration where name = ${name}`.execute(before.db)
  await before.close()
  for (const command of commands) {
    expect(await run(command)).toBe(
      `1: The schema of the database is older than this release (it lacks ${name}): start the app once, then repeat the command.`,
    )
  }
  const after = await openEmbedded(join(folder, 'db'))
  expect(await missingMigrations(after.db)).toEqual([name])
  await after.close()
})

test('A command does not create a database', async () => {
  for (const command of commands) {
    expect(await run(command)).toBe(`1: There is no database in DATA_DIR (${folder}).`)
  }
  expect(await readdir(folder)).toEqual([])
})
