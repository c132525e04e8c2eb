import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPostgres } from '../scripts/temporary-postgres.ts'
import { openEmbedded } from '../src/platform/database/embedded.ts'
import { openPostgres } from '../src/platform/database/postgres.ts'
import { addFollowers } from './add-followers.ts'

export type Setup = { name: string; postgres: boolean; workers: number }

/** The app in separate processes on a new database: one process, or a web process and workers. */
export async function openAppProcesses({ postgres, workers }: Setup, smtpUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'radr-bench-'))
  const database = postgres ? await startPostgres() : null
  if (postgres && !database) throw new Error('PostgreSQL is not installed')
  const port = await freePort()
  const settings = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    SMTP_URL: smtpUrl,
    RATE_LIMITS: 'off',
    OUTSIDE_SERVICES: 'off',
    LOG_LEVEL: 'warn',
    ...(database && { DATABASE_URL: database.url }),
  }
  let running: ChildProcess[] = []
  return {
    url: `http://localhost:${port}`,
    async start() {
      const roles = postgres ? ['web', ...Array<string>(workers).fill('worker')] : ['all']
      running = roles.map(ROLE =>
        spawn(process.execPath, ['dist/server/main.js'], {
          env: { ...settings, ROLE },
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      )
      await waitUntilHealthy(`http://localhost:${port}/healthz`)
    },
    async addFollowers(username: string, count: number) {
      const opened = database
        ? await openPostgres(database.url)
        : await openEmbedded(join(folder, 'db'))
      await opened.withoutTimeouts(db => addFollowers(db, username, count))
      await opened.close()
    },
    /** The peak memory of the largest process, in MB. */
    async memory() {
      const sizes = await Promise.all(
        running.map(async ({ pid }) => {
          const status = await readFile(`/proc/${pid}/status`, 'utf8')
          return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
        }),
      )
      return Math.round(Math.max(...sizes))
    },
    async stop() {
      await Promise.all(
        running.map(child => {
          const ended = new Promise(resolve => child.once('exit', resolve))
          child.kill('SIGTERM')
          return ended
        }),
      )
    },
    async close() {
      await database?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function waitUntilHealthy(address: string) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const response = await fetch(address).catch(() => null)
    if (response?.ok) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('The app did not start')
}
