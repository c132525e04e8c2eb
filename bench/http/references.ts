import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../scripts/temporary-postgres.ts'

export type Reference = { url: string; process: ChildProcess }

type Target = { url: string; headers: Record<string, string>; databaseUrl: string }

/** Starts what the app is compared with, as a process of its own. */
export async function startReference(
  kind: 'bytes' | 'queries',
  target: Target,
): Promise<Reference> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, `same-${kind}.ts`)], {
    env: { ...process.env, PORT: String(port), TARGET: JSON.stringify(target) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return { url: `http://localhost:${port}`, process: child }
}
