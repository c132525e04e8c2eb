import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../../scripts/temporary-postgres.ts'
import { startMailbox } from '../../tests/mailbox.ts'
import { runCommand } from '../../tests/processes/run-command.ts'
import { outputOf, spawnWorker, stopWorker } from '../../tests/processes/worker-processes.ts'
import { makeDataDir, onPostgres, openTestDatabase } from '../../tests/test-database.ts'

const shared = onPostgres ? await openTestDatabase() : null
afterAll(() => shared?.close())

/** Settings for tests that are not about the database: a start on PostgreSQL takes half of the processor time. */
async function anyDatabase() {
  const { dataDir, remove } = await makeDataDir()
  const settings = { DATA_DIR: dataDir, ROLE: 'all', DATABASE_URL: shared?.url ?? '' }
  return { dataDir, settings, remove }
}

let app: ChildProcess | null = null
afterEach(async () => {
  if (app?.exitCode === null && app.signalCode === null) await stopWorker(app, 'SIGKILL')
})

/** Starts the app; `output` is all that it has printed. */
function start(settings: Record<string, string>) {
  const child = spawnWorker(settings, 0, 'pipe')
  app = child
  return { child, output: outputOf(child) }
}

test('The start says which database and mail server are used, without passwords', async () => {
  const { dataDir, remove } = await makeDataDir()
  const { child, output } = start({
    DATA_DIR: dataDir,
    SMTP_URL: 'smtp://user:secret@mail.test:2525',
    PUBLIC_URL: 'https://radr.test',
    LOG_LEVEL: 'info',
  })
  await expect.poll(output).toContain(`Database: embedded, ${dataDir}/db\nMail: mail.test:2525\n`)
  expect(output()).not.toContain('secret')
  await expect.poll(output).toMatch(/"version":"[\d.]+","msg":"started"\}/)
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
  expect(output()).toMatch(/"signal":"SIGTERM","msg":"stopping"\}\n.*"msg":"stopped"\}\n$/)
  await remove()
})

test.each([
  ['http://localhost:', {}],
  ['https://radr.example', { PUBLIC_URL: 'https://radr.example' }],
])(
  'The printed URLs are both at %s, and the interface that is listened on stands beside them',
  async (origin, address) => {
    const { settings, remove } = await anyDatabase()
    const { output } = start({ ...settings, ...address })
    await expect.poll(output).toContain('Outbox: ')
    expect(output()).toMatch(/^Radr is at \S+\nListening: 127\.0\.0\.1:\d+\nDatabase: /)
    const [printed, outbox] = output().match(/https?:\S+/g) ?? []
    expect(printed).toContain(origin)
    expect(outbox).toContain(`${printed}/outbox/`)
    if (app) await stopWorker(app, 'SIGTERM')
    await remove()
  },
)

test('A process that gets SIGTERM right after it printed its URL shuts down cleanly', async () => {
  const { dataDir, remove } = await makeDataDir()
  const stopWhenPrinted = encodeURIComponent(`
    const { stdout } = process
    const write = stdout.write.bind(stdout)
    stdout.write = text => write(text) && process.kill(process.pid, 'SIGTERM')`)
  const { child } = start({
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${stopWhenPrinted}`,
  })
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await readdir(`${dataDir}/db`)).not.toContain('radr.sock')
  await remove()
})

test('SIGTERM to npm start reaches the app', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radr-npm-start-'))
  const { start } = JSON.parse(await readFile('package.json', 'utf8')).scripts
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }))
  await mkdir(join(folder, 'scripts'))
  await writeFile(
    join(folder, 'scripts/run.mjs'),
    `process.on('SIGTERM', () => console.log('stopped') ?? process.exit())
    setTimeout(() => {}, 30_000)
    console.log('started')`,
  )
  const npm = spawn('npm', ['start'], { cwd: folder })
  const output = outputOf(npm)
  await expect.poll(output).toContain('started')
  npm.kill('SIGTERM')
  await expect.poll(output).toContain('stopped')
  await rm(folder, { recursive: true })
})

test.runIf(shared)('A process on PostgreSQL does not load the embedded database', async () => {
  const printModules = encodeURIComponent(`
    import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, load) => (console.log(url), load(url, context)) })`)
  const { output } = start({
    DATABASE_URL: shared?.url ?? '',
    ROLE: 'all',
    NODE_OPTIONS: `--import=data:text/javascript,${printModules}`,
  })
  await expect.poll(output).toContain('Database: PostgreSQL')
  expect(output()).toContain('/node_modules/pino/')
  expect(output()).not.toContain('/@electric-sql/pglite/')
  if (app) await stopWorker(app, 'SIGTERM')
})

test('A file that takes the output has the last lines, too, in their order', async () => {
  const { dataDir, settings, remove } = await anyDatabase()
  const path = join(dataDir, 'output')
  const file = await open(path, 'w')
  const child = spawnWorker({ ...settings, LOG_LEVEL: 'info' }, 0, file.fd)
  app = child
  const output = () => readFile(path, 'utf8')
  await expect.poll(output).toContain('"msg":"started"}')
  await stopWorker(child, 'SIGTERM')
  expect(await output()).toMatch(/"msg":"stopping"\}\n.*"msg":"stopped"\}\n$/)
  await file.close()
  await remove()
})

test('A misspelled setting ends the start with a sentence', async () => {
  const { child, output } = start({
    SMTP_ULR: 'smtp://mail.example',
    DATABASE_ULR: 'postgres://db/radr',
  })
  expect(await once(child, 'close')).toEqual([1, null])
  expect(output()).toBe(
    'SMTP_ULR, DATABASE_ULR: no setting has this name. Correct it, or remove it from the environment of this app.\n',
  )
})

test.each([
  ['HOST', { HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is not an address of this machine\.$/],
  // Nobody can make a folder below a file.
  [
    'DATA_DIR',
    { DATA_DIR: `${process.execPath}/radr`, DATABASE_URL: '' },
    /^The embedded database in DATA_DIR cannot be used: ENOTDIR: .*\/radr\/db'\.$/,
  ],
])('A %s that cannot be used ends the start with a sentence', async (_, changes, sentence) => {
  const { settings, remove } = await anyDatabase()
  const { child, output } = start({ ...settings, ...changes })
  await once(child, 'exit')
  expect(output().trim()).toMatch(sentence)
  await remove()
})

test('A test mail is sent as the settings say, and a refusal has its reason', async () => {
  const mailbox = await startMailbox()
  const send = () => runCommand(['mail', 'test', 'me@mail.test'], { SMTP_URL: mailbox.url })
  const sent = await send()
  expect(sent.output).toMatch(/^The mail server accepted the mail to me@mail\.test: 250/)
  expect(sent.code).toBe(0)
  expect(mailbox.mails.map(({ to }) => to)).toEqual([['me@mail.test']])
  mailbox.behave({ recipient: () => ({ code: 550, text: '5.7.1 Relaying denied' }) })
  const refused = await send()
  expect(refused.output).toBe(
    'The mail from drops@localhost to me@mail.test was not sent (unavailable): 550 5.7.1 Relaying denied',
  )
  expect(refused.code).toBe(1)
  await mailbox.close()
  expect((await send()).output).toMatch(
    /^The mail from .* to .* was not sent \(unavailable\): .*ECONNREFUSED/,
  )
})

test('A log on a full disk loses lines, and the app serves on and stops in order', async () => {
  const { settings, remove } = await anyDatabase()
  const port = await freePort()
  const full = await open('/dev/full', 'w')
  const child = spawnWorker({ ...settings, PORT: `${port}`, LOG_LEVEL: 'trace' }, 0, full.fd)
  app = child
  const status = async () =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status
  await expect.poll(status).toBe(200)
  for (let n = 0; n < 20; n++) expect(await status()).toBe(200)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  await full.close()
  await remove()
})

test('Health responds to HTTP/1.0 without Host, on both ports, and SIGHUP stops in order', async () => {
  const { settings, remove } = await anyDatabase()
  const ports = [await freePort(), await freePort()]
  const { child, output } = start({
    ...settings,
    PORT: `${ports[0]}`,
    METRICS_PORT: `${ports[1]}`,
    LOG_LEVEL: 'info',
  })
  await expect.poll(output).toContain('"started"')
  for (const port of ports) {
    for (const path of ['/livez', '/readyz', '/healthz']) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
      const [head] = await once(socket, 'data')
      expect(`${port} ${path} ${head}`).toContain(`${port} ${path} HTTP/1.1 200`)
      socket.destroy()
    }
  }
  const exited = once(child, 'exit')
  child.kill('SIGHUP')
  expect(await exited).toEqual([0, null])
  expect(output()).toContain('"msg":"stopped"')
  await remove()
})
