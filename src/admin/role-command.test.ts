import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../tests/run-command.ts'
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

test('A wrong command prints one sentence', async () => {
  const usage = 'Usage: npm run role -- <username> <admin|dev> <on|off>'
  expect(await role('someone', 'king', 'on')).toEqual({ code: 1, output: usage })
  expect(await role('someone', 'admin')).toEqual({ code: 1, output: usage })
  expect(await role('nobody', 'admin', 'on')).toEqual({
    code: 1,
    output: 'This member was not found.',
  })
})

test('While the app uses the embedded database the command says to stop it', async () => {
  const { close } = await openEmbedded(join(dataDir, 'db'))
  const { code, output } = await role('someone', 'admin', 'on')
  await close()
  expect(code).toBe(1)
  expect(output).toContain('Another process uses the embedded database')
  expect(output.split('\n')).toHaveLength(1)
})
