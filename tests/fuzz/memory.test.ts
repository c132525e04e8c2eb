// @module-tag resilience
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { register } from '../member-actions.ts'
import { runCommand } from '../processes/run-command.ts'
import { startServer, stopWorker } from '../processes/worker-processes.ts'
import { testSize } from '../random-runs.ts'
import { newClient } from '../test-app.ts'
import { makeDataDir, onPostgres, openTestDatabase } from '../test-database.ts'
import { archiveOf, largePictures, shapes } from './large-inputs.ts'
import { largeJson, writeJson } from './pumped.ts'

/** docs/operate.md gives a process 1,000. */
const maxMemoryMb = 1_000

type Opened = { settings: Record<string, string>; remove(): Promise<void> }

const engines: [string, () => Promise<Opened>][] = [
  [
    'the embedded database',
    async () => {
      const { dataDir, remove } = await makeDataDir()
      return { settings: { DATA_DIR: dataDir }, remove }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const { url, close } = await openTestDatabase()
      return { settings: { DATABASE_URL: url ?? '' }, remove: close }
    },
  ],
]

/** The embedded database takes more, so it is the usual one. */
const enginesHere = engines.slice(0, onPostgres ? testSize(1, 2) : 1)

test.runIf(process.platform === 'linux').for(enginesHere)(
  'The memory of a process on %s stays under 1 GB, whatever it is sent',
  { timeout: 900_000 },
  async ([, open]) => {
    const { settings, remove } = await open()
    const { server, url } = await startServer({ ROLE: 'all', ...settings })
    onTestFinished(async () => {
      await stopWorker(server, 'SIGKILL')
      await remove()
    })

    const json = { origin: url, 'content-type': 'application/json' }
    const { status, response } = await register(newClient(url), 'greedy')
    expect(status).toBe(201)
    expect((await runCommand(['member', 'confirm', 'greedy'], settings)).code).toBe(0)
    const cookie = response.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
    const send = async (method: string, path: string, body: string | Blob, headers: object) => {
      const response = await fetch(url + path, { method, body, headers: { ...headers, cookie } })
      await response.arrayBuffer()
      expect(response.status).toBeLessThan(500)
    }

    for (const [, picture] of await largePictures()) {
      const avatar = `data:image/png;base64,${picture.toString('base64')}`
      const change = () => send('PUT', '/api/user/avatar', JSON.stringify({ avatar }), json)
      await Promise.all(Array.from({ length: 4 }, change))
    }
    for (const [, write] of shapes.slice(0, testSize(2, shapes.length))) {
      const archive = await archiveOf(`"unknown":${write(5_000_000)}`)
      const headers = { origin: url }
      const upload = () => send('POST', '/api/user/archive', archive, headers)
      await Promise.all(Array.from({ length: 8 }, upload))
    }
    const property = fc.asyncProperty(largeJson, async value => {
      // The connection may end before a longer body is sent.
      const body = `{"avatar":${writeJson(value, 4_000_000)}}`.slice(0, 7_000_000)
      await send('PUT', '/api/user/avatar', body, json)
    })
    await fc.assert(property, { numRuns: testSize(6, 100), endOnFailure: true })

    const greeds = [
      { connections: 900, requests: 40, paths: ['/', '/charts'], headers: '', reads: false },
      { connections: 60, requests: 600, paths: ['/greedy'], headers: '', reads: true },
      {
        connections: 300,
        requests: 16,
        paths: ['/home'],
        headers: `Cookie: ${cookie}\r\n`,
        reads: false,
      },
    ]
    for (const greed of greeds) {
      const client = new Worker(new URL('greedy-client.ts', import.meta.url))
      client.postMessage({ ...greed, port: Number(new URL(url).port) })
      await once(client, 'message')
      expect((await fetch(`${url}/livez`)).status).toBe(200)
      client.postMessage('end')
      await once(client, 'exit')
    }

    expect(await peakMemoryMb(server.pid)).toBeLessThan(maxMemoryMb)
  },
)

async function peakMemoryMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000
}
