import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'

export const stamp = 'dist/sources.sha256'

/** Builds in another process, so that this one does not keep the memory of Vite. */
export async function buildWhenNeeded() {
  const built = await readFile(stamp, 'utf8').catch(() => null)
  if (built === (await hashOfSources())) return
  console.log('Building…')
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
}

export async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  const files = await Array.fromAsync(
    glob([
      'src/**/*.{ts,tsx,css}',
      'migrations/*.ts',
      'public/**/*.*',
      'scripts/build.ts',
      'scripts/supported-browsers.ts',
      'vite.config.ts',
      'package-lock.json',
    ]),
  )
  for (const file of files.sort()) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}
