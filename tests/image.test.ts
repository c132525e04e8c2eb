import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '../scripts/temporary-postgres.ts'

const base = /^FROM (\S+)/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? ''
const canBuild = spawnSync('buildah', ['pull', '--policy', 'missing', base]).status === 0

const buildah = async (...args: string[]) =>
  (await promisify(execFile)('buildah', args, { maxBuffer: 2 ** 26 })).stdout.trim()

/** Starts the app, prints what its health check says once it answers, and stops it. */
const startAndAsk = (port: number) => `
  PORT=${port} OUTSIDE_SERVICES=off node dist/server/main.js & app=$!
  until node -e 'fetch("http://127.0.0.1:${port}/healthz")
    .then(async r => console.log(r.status, await r.text()), () => process.exit(1))'
  do kill -0 $app || exit 1; done
  kill $app; wait $app; echo "ended with $?"`

test.runIf(canBuild)(
  'The image can be built, and its app starts and stops as another user than root',
  {
    timeout: 1_200_000,
  },
  async () => {
    const options = ['--isolation', 'chroot']
    await buildah('bud', ...options, '--quiet', '--tag', 'radr-test', '.')
    const container = await buildah('from', '--pull-never', 'radr-test')
    const run = (script: string) => buildah('run', ...options, container, '--', 'sh', '-c', script)
    try {
      expect(await run('id -un')).toBe('node')
      expect(await run('node scripts/radr.ts help')).toContain('Commands for the operator.')
      expect(await run(startAndAsk(await freePort()))).toMatch(/\n200 ok\nended with 0$/)
    } finally {
      await buildah('rm', container)
      await buildah('rmi', '--force', 'radr-test')
    }
  },
)
