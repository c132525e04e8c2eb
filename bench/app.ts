import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPostgres } from '../scripts/temporary-postgres.ts'

type Options = {
  /** One process for each; the first one serves HTTP. */
  roles?: string[]
  /** Uses the embedded database instead of a new PostgreSQL. */
  embedded?: boolean
  databaseUrl?: string
  settings?: Record<string, string>
}

export type BenchApp = Awaited<ReturnType<typeof prepareApp>>

/** The built app on a new database. It runs from `start` to `stop`, which may be repeated, until `close`. */
export async function prepareApp({
  roles = ['web'],
  embedded,
  databaseUrl,
  settings,
}: Options = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'radr-bench-'))
  const database = embedded || databaseUrl ? null : await startPostgres()
  if (!embedded && !databaseUrl && !database) throw new Error('PostgreSQL is not installed')
  const address = database?.url ?? databaseUrl ?? ''
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    OUTSIDE_SERVICES: 'off',
    LOG_LEVEL: 'warn',
    ...(address && { DATABASE_URL: address }),
    ...settings,
  }
  let running: ChildProcess[] = []
  const stop = () =>
    Promise.all(
      running.splice(0).map(child => {
        child.kill('SIGTERM')
        return once(child, 'exit')
      }),
    )
  return {
    url,
    dataDir,
    databaseUrl: address,
    processIds: () => running.map(({ pid }) => pid),
    seed(members: number) {
      execFileSync(process.execPath, ['bench/seed.ts', String(members)], { env })
    },
    async start() {
      running = roles.map(ROLE =>
        spawn(process.execPath, ['dist/server/main.js'], {
          env: { ...env, ROLE },
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      )
      await waitUntilHealthy(`${url}/healthz`)
    },
    stop,
    async close() {
      await stop()
      await database?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function startSeededApp(seed: number | string, settings = {}) {
  const databaseUrl = typeof seed === 'string' ? seed : undefined
  const app = await prepareApp({ databaseUrl, settings })
  if (typeof seed === 'number') app.seed(seed)
  await app.start()
  return app
}

/** Sends JSON, and returns the cookie of the session that the call started, or nothing. */
export async function post(url: string, body: object, cookie = '') {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** The value below which the share of all values lies; without a share their median. */
export function percentile(values: number[], share = 0.5): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

async function waitUntilHealthy(address: string) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const response = await fetch(address).catch(() => null)
    if (response?.ok) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('The app did not start')
}

/** A floor of docs/benchmarks.md that does not hold is named, and fails the process when all is measured. */
export function expectFloor(holds: boolean, what: string) {
  if (holds) return
  console.error(`Missed: ${what}`)
  process.exitCode = 1
}
