import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { fastFolder } from '../../scripts/temporary-postgres.ts'
import { spawnWorker } from '../processes/worker-processes.ts'
import { createEmptyDatabase, onPostgres } from '../test-database.ts'
import { type ProxyPlace, proxies, proxyPlace, stopProcess } from './documented-proxies.ts'

// RESTARTS=20 and --reporter=verbose print the rows of the table in docs/upgrade.md.
const restarts = Number(process.env.RESTARTS ?? 2)
const clients = 8
/** Milliseconds between two requests of a client, so that other tests have the processor, too. */
const paceMs = 20
const metricsToken = 'a-token-of-the-operator'

async function metricsOf(port: number) {
  const headers = { authorization: `Bearer ${metricsToken}` }
  return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
}

const processes: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(processes.splice(0).map(stopProcess))
})

test.for(proxies)(
  'Behind $name a rolling restart of two processes loses no POST',
  { timeout: 600_000 },
  async ({ name, isInstalled, start }, { annotate, skip }) => {
    skip(!onPostgres || !isInstalled)
    const folder = await mkdtemp(join(await fastFolder(), 'radr-restart-'))
    const place = await proxyPlace(folder)
    const database = await createEmptyDatabase()
    const startApp = async (port: number) => {
      const app = spawnWorker({
        DATABASE_URL: database.url,
        ROLE: 'web',
        PORT: String(port),
        PUBLIC_URL: `https://radr.example:${place.tlsPort}`,
        TRUST_PROXY: '1',
        RATE_LIMITS: 'off',
        METRICS_TOKEN: metricsToken,
        OUTSIDE_SERVICES: 'off',
      })
      processes.push(app)
      const status = async () =>
        (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status
      await expect.poll(status).toBe(200)
      return { app, port }
    }
    const running = [await startApp(place.appPorts[0]), await startApp(place.appPorts[1])]
    processes.push(await start(place))
    const load = await startLoad(place)
    for (let n = 0; n < restarts; n++) {
      const old = running.shift()
      if (!old) throw new Error('Nothing runs')
      await stopProcess(old.app)
      running.push(await startApp(old.port))
      // The proxy has seen that it is ready.
      await expect.poll(() => metricsOf(old.port)).toContain('method="POST",route="/api/drops"')
    }
    const { total, lost } = await load.stop()
    await annotate(`| ${name} | ${restarts} | ${total} | ${lost.length} |`)
    expect(lost).toEqual([])
    expect(total).toBeGreaterThan(100)
    await Promise.all(processes.splice(0).map(stopProcess))
    await database.drop()
    await rm(folder, { recursive: true })
  },
)

/** Clients that each send one POST after the other, on connections that stay open, until they are stopped. */
async function startLoad({ folder, tlsPort }: ProxyPlace) {
  const agent = new Agent({
    keepAlive: true,
    ca: await readFile(join(folder, 'fullchain.pem')),
    servername: 'radr.example',
  })
  const headers = {
    host: `radr.example:${tlsPort}`,
    origin: `https://radr.example:${tlsPort}`,
    'content-type': 'application/json',
  }
  const post = async () => {
    const outgoing = request({
      host: '127.0.0.1',
      port: tlsPort,
      agent,
      path: '/api/drops',
      method: 'POST',
      headers,
    })
    outgoing.end('{}')
    const [response] = await once(outgoing, 'response')
    response.resume()
    await once(response, 'end')
    return Number(response.statusCode)
  }
  await expect.poll(() => post().catch(() => 0)).toBe(401)
  let stopping = false
  let total = 0
  const lost: unknown[] = []
  const client = async () => {
    while (!stopping) {
      total++
      // 401 is the app's own response, because nobody is signed in.
      const result = await post().catch(error => error)
      if (result !== 401) lost.push(result)
      await wait(paceMs)
    }
  }
  const ended = Array.from({ length: clients }, client)
  return {
    async stop() {
      stopping = true
      await Promise.all(ended)
      agent.destroy()
      return { total, lost }
    },
  }
}
