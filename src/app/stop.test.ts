import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../scripts/temporary-postgres.ts'
import { startMailbox } from '../../tests/mailbox.ts'
import { spawnWorker } from '../../tests/processes/worker-processes.ts'
import { createEmptyDatabase, makeDataDir, onPostgres } from '../../tests/test-database.ts'

let app: ChildProcess | null = null
const sockets = new Set<Socket>()
afterEach(() => {
  app?.kill('SIGKILL')
  for (const socket of sockets) socket.destroy()
})

async function open(port: number, sent = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  sockets.add(socket)
  await once(socket, 'connect')
  if (sent) socket.write(sent)
  return socket
}

/** Clients that keep a request or a response going for as long as they are let. */
const slow = [
  // The head of a request, without its end.
  (port: number) => open(port, 'GET / HTTP/1.1\r\nhost: radr.test\r\n'),
  // A body that never comes.
  (port: number) =>
    open(
      port,
      'POST /api/login HTTP/1.1\r\nhost: radr.test\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    ),
  // Answers that nobody reads.
  async (port: number) => {
    const socket = await open(port)
    socket.pause()
    for (let n = 0; n < 2_000; n++) socket.write('GET / HTTP/1.1\r\nhost: radr.test\r\n\r\n')
    return socket
  },
]

test.runIf(onPostgres)(
  'A process with 500 idle and 20 slow clients ends within ten seconds of SIGTERM',
  async () => {
    const database = await createEmptyDatabase()
    const mailbox = await startMailbox()
    const port = await freePort()
    const settings = {
      DATABASE_URL: database.url,
      SMTP_URL: mailbox.url,
      ROLE: 'all',
      PORT: String(port),
      LOG_LEVEL: 'error',
    }
    app = spawnWorker(settings)
    const status = async () =>
      (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status
    await expect.poll(status).toBe(200)
    for (let n = 0; n < 250; n++) await open(port)
    for (let n = 0; n < 250; n++) {
      const socket = await open(port, 'GET /livez HTTP/1.1\r\nhost: radr.test\r\n\r\n')
      await once(socket, 'data')
    }
    for (let n = 0; n < 20; n++) await slow[n % slow.length]?.(port)

    const exit = once(app, 'exit')
    const told = performance.now()
    app.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(performance.now() - told).toBeLessThan(10_000)
    await mailbox.close()
    await database.drop()
  },
)

test('At SIGTERM a process behind a proxy is not ready but serves, until a second signal ends it at once', async () => {
  const { dataDir, remove } = await makeDataDir()
  const port = await freePort()
  const settings = { DATA_DIR: dataDir, PORT: String(port), TRUST_PROXY: '1' }
  app = spawnWorker({ ...settings, OUTSIDE_SERVICES: 'off', LOG_LEVEL: 'error' })
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const readiness = async () => {
    const response = await ask('/readyz').catch(() => null)
    return [response?.status, await response?.text(), response?.headers.get('connection')]
  }
  await expect.poll(readiness).toEqual([200, 'ok', 'keep-alive'])
  app.kill('SIGTERM')
  await expect.poll(readiness).toEqual([503, 'The process is stopping.', 'close'])
  const page = await ask('/charts')
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
  const exit = once(app, 'exit')
  app.kill('SIGTERM')
  expect(await exit).toEqual([1, null])
  await remove()
})
