// @module-tag resilience
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/temporary-postgres.ts'
import { register } from '../member-actions.ts'
import { outputOf, spawnWorker, stopWorker } from '../processes/worker-processes.ts'
import { newClient } from '../test-app.ts'
import { copyDataDir } from '../test-database.ts'

// A small disk of its own needs root.
test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'With a full disk the embedded database can be read, says that it is full, and goes on once there is room',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'radr-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder])
    copyDataDir(folder)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const settings = {
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: url,
      RATE_LIMITS: 'off',
      OUTSIDE_SERVICES: 'off',
      LOG_LEVEL: 'warn',
    }
    const member = newClient(url)
    const state = async () => (await fetch(`${url}/readyz`).catch(() => null))?.text()
    const isReady = () => expect.poll(state).toBe('ok')
    const ballast = join(folder, 'ballast')
    let app = spawnWorker(settings, 0, 'pipe')
    const log = outputOf(app)
    try {
      await isReady()
      expect((await register(member, 'before')).status).toBe(201)
      let tries = 0
      const registerOnFullDisk = async () => {
        // 20 MB are below the 32 without which no write begins, and above the 16 that one under way may take.
        await fill(folder, ballast, 20)
        const { status, body } = await register(member, `during${++tries}`)
        return { status, body }
      }
      // The first tries may succeed, because what the app does after its start can free some room.
      await expect.poll(registerOnFullDisk).toMatchObject({
        status: 503,
        body: {
          code: 'storage_full',
          message: expect.stringContaining('our disk is full'),
        },
      })
      await fill(folder, ballast, 1)
      expect((await fetch(`${url}/api/profile/before`)).status).toBe(200)
      for (const call of [
        '/api/user',
        '/api/feed',
        '/api/feed/week',
        '/api/drops/has-changes',
        '/api/follows/following',
      ])
        expect((await member.call('GET', call)).status, call).toBe(200)
      expect(await state()).toBe('The disk of DATA_DIR is full.')
      expect(log()).toContain('the disk of the database is full')
      await rm(ballast)
      expect((await register(member, 'after')).status).toBe(201)

      // A kill, so that the next start recovers from the database's log.
      await stopWorker(app, 'SIGKILL')
      app = spawnWorker(settings)
      await isReady()
      for (const [username, status] of Object.entries({
        before: 200,
        [`during${tries}`]: 404,
        after: 200,
      }))
        expect((await fetch(`${url}/api/profile/${username}`)).status, username).toBe(status)
      await stopWorker(app, 'SIGTERM')

      await fill(folder, ballast, 1)
      const starting = spawnWorker(settings, 0, 'pipe')
      const said = outputOf(starting)
      expect(await once(starting, 'close')).toEqual([1, null])
      expect(said()).toContain('The disk of DATA_DIR is full')
    } finally {
      app.kill('SIGKILL')
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    }
  },
)

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'A first start that fills the disk ends with a sentence',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'radr-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', folder])
    try {
      const starting = spawnWorker({ DATA_DIR: folder }, 0, 'pipe')
      const said = outputOf(starting)
      expect(await once(starting, 'close')).toEqual([1, null])
      expect(said()).toBe('The start was broken off: the disk of the database is full.\n')
    } finally {
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    }
  },
)

/** Leaves these megabytes free at most. */
async function fill(folder: string, file: string, freeMegabytes: number) {
  const { bavail, bsize } = await statfs(folder)
  const handle = await open(file, 'a')
  await handle.write(Buffer.alloc(Math.max(0, bavail * bsize - freeMegabytes * 2 ** 20)))
  await handle.close()
}
