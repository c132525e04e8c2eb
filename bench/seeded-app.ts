import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPostgres } from '../scripts/temporary-postgres.ts'
import { waitUntilHealthy } from './app-processes.ts'

/** The built app as a web process, on a new PostgreSQL with so many members, or on a seeded database. */
export async function startSeededApp(
  seed: number | string = 1_000,
  settings: Record<string, string> = {},
) {
  const database =
    typeof seed === 'string' ? { url: seed, stop: async () => {} } : await startPostgres()
  if (!database) throw new Error('PostgreSQL is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'radr-bench-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ROLE: 'web',
    RATE_LIMITS: 'off',
    OUTSIDE_SERVICES: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  if (typeof seed === 'number')
    execFileSync(process.execPath, ['scripts/radr.ts', 'seed', `--members=${seed}`], { env })
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilHealthy(`${url}/healthz`)
  return {
    url,
    process: child,
    databaseUrl: database.url,
    /** The cookie of a new session. */
    async signIn(username: string) {
      const response = await fetch(`${url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({
          email: `${username}@members.example`,
          password: 'seeded password 1',
        }),
      })
      const cookie = response.headers.get('set-cookie')?.split(';')[0]
      if (!cookie) throw new Error(`Cannot sign in: ${await response.text()}`)
      return cookie
    },
    /** The path of the page's entry script. */
    async assetPath() {
      const page = await (await fetch(`${url}/login`)).text()
      return /<script type="module" src="([^"]+)"/.exec(page)?.[1] ?? ''
    },
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** User and system time of a process. */
export async function processorSeconds(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}
