import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/temporary-postgres.ts'
import { randomRuns } from '../random-runs.ts'
import { onPostgres, openTestDatabase } from '../test-database.ts'
import { spawnWorker, stopWorker } from '../worker-processes.ts'
import { archiveOf, largePictures, shapes } from './large-inputs.ts'
import { largeJson, writeJson } from './pumped.ts'

/** docs/operate.md gives a process 1,000. */
const maxMemoryMb = 700

let app: ChildProcess | null = null
afterAll(() => app && stopWorker(app, 'SIGKILL'))

test.runIf(onPostgres && process.platform === 'linux')(
  'The memory of a process stays under 700 MB, whatever it is sent',
  { timeout: 900_000 },
  async () => {
    const { db, url: databaseUrl, close } = await openTestDatabase()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const off = { RATE_LIMITS: 'off', OUTSIDE_SERVICES: 'off' }
    app = spawnWorker({
      ...off,
      DATABASE_URL: databaseUrl ?? '',
      ROLE: 'all',
      PORT: `${port}`,
      PUBLIC_URL: url,
    })
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady).toBe(true)

    const json = { origin: url, 'content-type': 'application/json' }
    const account = { username: 'greedy', email: 'greedy@mail.test', password: 'correct horse' }
    const registered = await fetch(`${url}/api/register`, {
      ...{ method: 'POST', headers: json, body: JSON.stringify(account) },
    })
    expect(registered.status).toBe(201)
    await db.updateTable('users').set({ email_confirmed_at: new Date() }).execute()
    const cookie = registered.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
    const send = async (method: string, path: string, body: string | Blob, headers: object) => {
      const response = await fetch(url + path, { method, body, headers: { ...headers, cookie } })
      await response.arrayBuffer()
      expect(response.status).toBeLessThan(500)
    }

    for (const picture of Object.values(largePictures())) {
      const avatar = `data:image/png;base64,${(await picture).toString('base64')}`
      const change = () => send('PUT', '/api/user/avatar', JSON.stringify({ avatar }), json)
      await Promise.all(Array.from({ length: 4 }, change))
    }
    const quick = ['many objects', 'deep lists']
    for (const [shape, write] of Object.entries(shapes)) {
      if (process.env.TEST_ALL !== '1' && !quick.includes(shape)) continue
      const archive = await archiveOf(`"unknown":${write(5_000_000)}`)
      const headers = { origin: url }
      const upload = () => send('POST', '/api/user/archive', archive, headers)
      await Promise.all(Array.from({ length: 8 }, upload))
    }
    const property = fc.asyncProperty(largeJson, async value => {
      const body = `{"avatar":${writeJson(value, 4_000_000)}}`
      await send('PUT', '/api/user/avatar', body, json)
    })
    await fc.assert(property, { numRuns: randomRuns(100), endOnFailure: true })

    expect(await peakMemoryMb(app.pid)).toBeLessThan(maxMemoryMb)
    await close()
  },
)

async function peakMemoryMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000
}
