// @module-tag resilience
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../../tests/processes/run-command.ts'
import { outputOf, spawnWorker, stopWorker } from '../../../tests/processes/worker-processes.ts'
import { testSize } from '../../../tests/random-runs.ts'
import { newClient } from '../../../tests/test-app.ts'
import { copyDataDir } from '../../../tests/test-database.ts'
import { lockDirectory, requestFromOwner } from './directory-lock.ts'
import { openEmbedded } from './embedded.ts'

let folder: string
const children = new Set<ChildProcess>()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'radr-lock-'))
})
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) await stopWorker(child, 'SIGKILL')
  }
  children.clear()
  await rm(folder, { recursive: true })
})

/** Starts a process that locks `directory` once `go` is called. */
function startHolder(directory: string, env = {}) {
  const child = spawn(process.execPath, ['tests/processes/lock-holder.ts', directory], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.add(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    next: async () => String((await lines.next()).value),
    go: () => child.stdin.write('go\n'),
  }
}

async function race(directory: string) {
  const holders = Array.from({ length: 20 }, () => startHolder(directory))
  await Promise.all(holders.map(holder => holder.next()))
  for (const holder of holders) holder.go()
  const outcomes = await Promise.all(holders.map(holder => holder.next()))
  const winners = holders.filter((_, n) => outcomes[n] === 'locked')
  expect(outcomes.toSorted()).toEqual(['locked', ...Array(19).fill('refused')])
  for (const holder of holders) {
    if (!winners.includes(holder)) holder.child.stdin.end()
  }
  return winners[0]?.child as ChildProcess
}

test('One of twenty processes that lock a folder at the same time gets it, also after its owner was killed', async () => {
  for (let round = 0; round < 2; round++) {
    const winner = await race(folder)
    expect(await requestFromOwner(folder, 'hello')).toBe(`hello to ${winner.pid}`)
    await stopWorker(winner, 'SIGKILL')
  }
})

test('A folder whose path is too long for a socket is locked and takes requests', async () => {
  const long = join(folder, 'a'.repeat(200), 'é'.repeat(60))
  await mkdir(long, { recursive: true })
  const holder = startHolder(long)
  await holder.next()
  holder.go()
  expect(await holder.next()).toBe('locked')
  expect(await lockDirectory(long, async () => '')).toBeNull()
  expect(await requestFromOwner(long, 'hello')).toBe(`hello to ${holder.child.pid}`)
  holder.child.stdin.end()
  await once(holder.child, 'exit')
  expect(await readdir(long)).toEqual(['radr.lock'])
})

test('Beside a running app with another folder for temporary files, commands go through it, and a kill loses nothing', async () => {
  const dataDir = join(folder, 'data')
  copyDataDir(dataDir)
  const temporary = join(folder, 'other')
  await mkdir(temporary)
  const app = spawnWorker({ DATA_DIR: dataDir, SMTP_URL: '', RATE_LIMITS: 'off' }, 0, 'pipe')
  children.add(app)
  const output = outputOf(app)
  const listening = () => /^Listening: (.+)$/m.exec(output())?.[1]
  await expect.poll(listening).toBeDefined()
  const command = { DATA_DIR: dataDir, TMPDIR: temporary }
  expect((await runCommand(['mail', 'pause'], command)).output).toMatch(/^All mail is paused/)
  expect((await runCommand(['role', 'demo', 'admin', 'on'], command)).output).toBe(
    'demo is now an admin.',
  )
  expect((await runCommand(['dump'], command)).output).toMatch(
    /^Another process uses the embedded database in DATA_DIR .*: stop it/,
  )

  const members = testSize(3, 10)
  const visitor = newClient(`http://${listening()}`)
  for (let n = 0; n < members; n++) {
    const account = { username: `member${n}`, email: `member${n}@mail.test` }
    const body = { ...account, password: 'a long password' }
    expect((await visitor.call('POST', '/api/register', body)).status).toBe(201)
  }
  expect((await runCommand(['backup', join(folder, 'backup.tar.gz')], command)).code).toBe(0)
  await stopWorker(app, 'SIGKILL')

  const { db, close } = await openEmbedded(join(dataDir, 'db'))
  const { rows } = await sql`select from users
    where username like 'member%' or (username = 'demo' and is_admin)`.execute(db)
  expect(rows).toHaveLength(members + 1)
  await close()
})

test('A damaged database says that it cannot be opened, and what to do', async () => {
  const dataDir = join(folder, 'data')
  copyDataDir(dataDir)
  await truncate(join(dataDir, 'db/global/pg_control'), 100)
  const { code, output } = await runCommand(['mail', 'status'], { DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(output).toMatch(/^The embedded database .* cannot be opened: restore a backup/)
  expect(output.split('\n')).toHaveLength(1)
})
