import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/temporary-postgres.ts'

export type RunningApp = {
  url: string
  /** Where kept mail is read; null when mail is really sent. */
  outbox: string | null
  stop(): Promise<void>
}

/** The built app as its own process, as a person starts it. */
export async function startApp(settings: Record<string, string> = {}): Promise<RunningApp> {
  const folder = await mkdtemp(join(tmpdir(), 'radr-e2e-'))
  const port = await freePort()
  const app = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      SPOTIFY_OEMBED_URL: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await untilItListens(app)
  return {
    url: `http://localhost:${port}`,
    outbox: /Outbox: (\S+)/.exec(said)?.[1] ?? null,
    async stop() {
      const ended = new Promise(resolve => app.once('exit', resolve))
      app.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The app prints its address once it listens, in one breath with the outbox's. */
function untilItListens(app: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    app.stdout?.on('data', (chunk: Buffer) => {
      said += chunk
      if (/ is at http.*\n/.test(said)) resolve(said)
    })
    app.once('exit', code => reject(new Error(`The app ended with ${code} before it listened`)))
  })
}
