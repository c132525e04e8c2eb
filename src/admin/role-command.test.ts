import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../tests/processes/run-command.ts'
import { makeDataDir } from '../../tests/test-database.ts'
import { openEmbedded } from '../platform/database/embedded.ts'

const { dataDir, remove } = await makeDataDir()
afterAll(remove)
beforeAll(async () => {
  const database = await openEmbedded(join(dataDir, 'db'))
  const user = { username: 'Someone', email: 'someone@x.test', password: '', is_admin: true }
  await database.db.insertInto('users').values(user).execute()
  await database.close()
})

/** The operator's command on the embedded database of the test. */
async function role(...args: string[]) {
  const { code, output } = await runCommand(['role', ...args], { DATA_DIR: dataDir })
  return { code, output }
}

test('The operator grants and revokes roles by username', async () => {
  expect(await role('someone', 'dev', 'on')).toEqual({
    code: 0,
    output: 'Someone is now a dev user.',
  })
  expect((await role('SOMEONE', 'admin', 'off')).output).toBe('Someone is no longer an admin.')
  const { db, close } = await openEmbedded(join(dataDir, 'db'))
  const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  await close()
  expect(user).toMatchObject({ is_admin: false, is_dev_user: true })
})

test('A wrong command says what is wrong and how it is used, and changes nothing', async () => {
  const king = await role('someone', 'king', 'on')
  expect(king.code).toBe(1)
  expect(king.output).toMatch(/^error: .*'king'.* Allowed choices are admin, dev\./)
  expect(king.output).toContain('Usage: npm run radr -- role [options] <username> <role> <state>')
  const incomplete = await role('someone', 'admin')
  expect(incomplete.code).toBe(1)
  expect(incomplete.output).toMatch(/^error: missing required argument 'state'/)
  expect(await role('nobody', 'admin', 'on')).toEqual({
    code: 1,
    output: 'This member was not found.',
  })
})

test('While another command uses the embedded database, a command says so and changes nothing', async () => {
  const { db, close } = await openEmbedded(join(dataDir, 'db'))
  const { code, output } = await role('someone', 'admin', 'on')
  const user = await db.selectFrom('users').select('is_admin').executeTakeFirstOrThrow()
  await close()
  expect(user.is_admin).toBe(false)
  expect(code).toBe(1)
  expect(output).toMatch(/^Another process uses the embedded database.*it takes no commands\.$/)
})
