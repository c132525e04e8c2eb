import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/temporary-postgres.ts'

export type AppProcess = {
  url: string
  /** URL of the pages that show kept mail; null when mail is sent by SMTP. */
  outbox: string | null
  stop(): Promise<void>
}

/** Starts the built app as a process of its own, by default on an empty data folder that `stop` removes. */
export async function startApp(settings: Record<string, string> = {}): Promise<AppProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'radr-browser-'))
  const port = await freePort()
  const app = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      OUTSIDE_SERVICES: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await outputUntilListening(app)
  return {
    url: `http://localhost:${port}`,
    outbox: /Outbox: (\S+)/.exec(output)?.[1] ?? null,
    async stop() {
      const ended = new Promise(resolve => app.once('exit', resolve))
      app.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The app prints its URL and the outbox's in one write, once it listens. */
function outputUntilListening(app: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    app.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      if (/ is at http.*\n/.test(output)) resolve(output)
    })
    app.once('exit', code => reject(new Error(`The app ended with ${code} before it listened`)))
  })
}
