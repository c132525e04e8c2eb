import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/temporary-postgres.ts'

const base = /^FROM (\S+)/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? ''
const canBuild = spawnSync('buildah', ['pull', '--policy', 'missing', base]).status === 0

const buildah = async (...args: string[]) =>
  (await promisify(execFile)('buildah', args, { maxBuffer: 2 ** 26 })).stdout.trim()

type ImageConfig = { Volumes: object; Cmd: string[]; Healthcheck: { Test: string[] } }

/** Starts the app, prints whether it is healthy while it runs and once it has stopped, and how it ended. */
const startAndStop = ({ Cmd, Healthcheck: { Test: test } }: ImageConfig, port: number) => `
  export PORT=${port} OUTSIDE_SERVICES=off
  ${quoted(Cmd)} & app=$!
  until ${quoted(test.slice(1))}; do kill -0 $app || exit 1; done
  echo healthy
  kill $app; wait $app; echo "ended with $?"
  ${quoted(test.slice(1))} || echo "not healthy"`

/** The command as text for a shell. */
const quoted = (command: string[]) =>
  command.map(argument => `'${argument.replaceAll("'", "'\\''")}'`).join(' ')

test.runIf(canBuild)(
  'The image can be built, and its app starts, is healthy and stops as another user than root',
  {
    timeout: 1_200_000,
  },
  async () => {
    const options = ['--isolation', 'chroot']
    // The format of OCI has no health checks.
    const format = ['--format', 'docker']
    await buildah('bud', ...options, ...format, '--quiet', '--tag', 'radr-test', '.')
    const image = JSON.parse(await buildah('inspect', '--type', 'image', 'radr-test'))
    const config: ImageConfig = image.Docker.config
    expect(config).toMatchObject({
      Volumes: { '/data': {} },
      Cmd: ['node', 'dist/server/main.js'],
      Healthcheck: { Test: ['CMD', 'node', '-e', expect.any(String)] },
    })
    const container = await buildah('from', '--pull-never', 'radr-test')
    const run = (script: string) => buildah('run', ...options, container, '--', 'sh', '-c', script)
    try {
      expect(await run('id -un')).toBe('node')
      expect(await run('node scripts/radr.ts help')).toContain('Commands for the operator.')
      expect(await run(startAndStop(config, await freePort()))).toMatch(
        /\nhealthy\n[\s\S]*\nended with 0\nnot healthy$/,
      )
    } finally {
      await buildah('rm', container)
      await buildah('rmi', '--force', 'radr-test')
    }
  },
)
