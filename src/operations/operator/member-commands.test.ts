import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { radrFile } from '../../../tests/processes/process-files.ts'
import { commandEnvironment, runCommand } from '../../../tests/processes/run-command.ts'
import { outputOf, spawnWorker, stopWorker } from '../../../tests/processes/worker-processes.ts'
import { newClient } from '../../../tests/test-app.ts'
import { makeDataDir } from '../../../tests/test-database.ts'
import { unzip } from '../../../tests/zip.ts'

let app: ChildProcess | null = null
afterEach(async () => {
  if (app?.exitCode === null) await stopWorker(app, 'SIGKILL')
})

/** Starts the app on a folder; returns its URL. */
async function start(dataDir: string): Promise<string> {
  app = spawnWorker({ DATA_DIR: dataDir, OUTSIDE_SERVICES: 'off' }, 0, 'pipe')
  const output = outputOf(app)
  await expect.poll(output).toContain('Listening: ')
  return `http://${/Listening: (\S+)/.exec(output())?.[1]}`
}

const account = { username: 'Someone', email: 'someone@mail.test', password: 'correct horse' }

test('The operator replaces a password, confirms an email and deletes an account, while the app runs and without it', async () => {
  const { dataDir, remove } = await makeDataDir()
  const member = async (...args: string[]) =>
    (await runCommand(['member', ...args], { DATA_DIR: dataDir })).output
  let url = await start(dataDir)
  const session = newClient(url)
  expect((await session.call('POST', '/api/register', account)).status).toBe(201)

  const replaced = await member('reset-password', 'someone')
  expect(replaced).toMatch(/^Someone is signed out everywhere\. The new password is: [\w-]{20}$/)
  expect((await session.call('GET', '/api/user')).status).toBe(401)
  const password = replaced.slice(-20)
  const login = { email: account.email, password }
  expect(await member('confirm', 'someone')).toBe('The address of Someone is confirmed.')
  expect(await session.call('POST', '/api/login', login)).toMatchObject({
    status: 200,
    body: { email_confirmed: true },
  })
  expect(await member('confirm', 'someone')).toBe('The address of Someone is confirmed already.')
  if (app) await stopWorker(app, 'SIGTERM')

  expect(await member('delete', 'someone')).toBe(
    'Nothing was deleted. A deletion cannot be undone: without a terminal it needs --yes.',
  )
  expect(await member('delete', 'someone', '--yes')).toBe(
    'The account of Someone is deleted. The name is reserved for a year.',
  )
  url = await start(dataDir)
  expect(await member('delete', 'someone', '--yes')).toBe('This member was not found.')
  const visitor = newClient(url)
  expect((await visitor.call('POST', '/api/login', login)).status).toBe(401)
  expect(await visitor.call('POST', '/api/register', account)).toMatchObject({
    status: 409,
    body: { code: 'username_taken' },
  })
  const invite = async () =>
    (await runCommand(['invite'], { DATA_DIR: dataDir, REGISTRATION: 'invite' })).output
  const link = String.raw`One account .*\/login\?invitation=[\w-]{43}#create-account$`
  // The settings of the running app count.
  expect(await invite()).toMatch(
    new RegExp(`^REGISTRATION is open: invitations count only while it is invite\\.\n${link}`),
  )
  if (app) await stopWorker(app, 'SIGTERM')
  expect(await invite()).toMatch(new RegExp(`^${link}`))
  await remove()
})

test('The operator changes an email, exports the data of a member and looks an email up, while the app runs and without it', async () => {
  const { dataDir, remove } = await makeDataDir()
  const member = async (...args: string[]) =>
    (await runCommand(['member', ...args], { DATA_DIR: dataDir })).output
  const url = await start(dataDir)
  await newClient(url).call('POST', '/api/register', account)
  expect(await member('set-email', 'someone', 'other@mail.test')).toBe(
    'Someone has the address other@mail.test now and is signed out everywhere. A link to confirm it is mailed there.',
  )
  const zip = join(dataDir, 'someone.zip')
  expect(await member('export', 'someone', zip)).toBe(`The data of someone is in ${zip}.`)
  if (app) await stopWorker(app, 'SIGTERM')
  expect(await member('export', 'someone', zip)).toContain('file already exists')
  for (const [line, last] of [
    ['set-email someone account@mail.test', 'A link to confirm it is mailed there.'],
    ['set-email someone nobody', 'It takes an email address.'],
  ] as const)
    expect(await member(...line.split(' '))).toContain(last)
  expect(await member('export', 'nobody', `${zip}.none`)).toBe('This member was not found.')
  expect(await readdir(dataDir)).not.toContain('someone.zip.none')
  const files = await unzip(await readFile(zip))
  expect(JSON.parse(String(files.get('data.json')))).toMatchObject({
    account: { username: 'Someone', email: 'other@mail.test' },
  })
  const address = async (...args: string[]) =>
    (await runCommand(['address', ...args], { DATA_DIR: dataDir })).output
  expect(await address('show', 'account@mail.test')).toContain('"member export Someone"')
  expect(await address('delete', 'ann@mail.test')).toContain('without a terminal it needs --yes')
  expect(await address('delete', 'ann@mail.test', '--yes')).toBe(
    'Nothing is stored about ann@mail.test.',
  )
  await remove()
})

/** Runs a command on a terminal of its own, where `keys` are typed once it asks; returns what stands there. */
async function runOnTerminal(command: string, settings: Record<string, string>, keys: string) {
  const terminal = spawn('script', ['--quiet', '--command', command, '/dev/null'], {
    env: commandEnvironment(settings),
  })
  const output = outputOf(terminal)
  await expect.poll(output).toContain('Type the name again: ')
  terminal.stdin.write(keys)
  await once(terminal, 'close')
  return output()
}

test.runIf(process.platform === 'linux')(
  'On a terminal the name of an account to delete is typed again',
  async () => {
    const { dataDir, remove } = await makeDataDir()
    const command = `${process.execPath} ${radrFile} member delete someone`
    const typing = (keys: string) => runOnTerminal(command, { DATA_DIR: dataDir }, keys)
    const ctrlD = '\x04'
    expect(await typing('somebody\r')).toContain('Nothing was deleted: this is not the same name.')
    expect(await typing(ctrlD)).toContain('Nothing was deleted: this is not the same name.')
    expect(await typing('Someone\r')).toContain('This member was not found.')
    await remove()
  },
)
