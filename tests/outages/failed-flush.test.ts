import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/temporary-postgres.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { outputOf, spawnWorker } from '../processes/worker-processes.ts'
import { newClient } from '../test-app.ts'
import { makeDataDir } from '../test-database.ts'

test('When the disk does not take a change, the process says so and ends, and the change was not acknowledged', async () => {
  const { dataDir, remove } = await makeDataDir()
  const url = `http://127.0.0.1:${await freePort()}`
  const marker = join(dataDir, 'disk-is-broken')
  const app = spawnWorker(
    {
      DATA_DIR: dataDir,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      RATE_LIMITS: 'off',
      NODE_OPTIONS: `--import ${pathToFileURL('tests/outages/fail-flushes.ts')}`,
      FAIL_FLUSHES: marker,
    },
    0,
    'pipe',
  )
  const output = outputOf(app)
  const exited = once(app, 'close')
  const register = (username: string) =>
    newClient(url).call('POST', '/api/register', {
      username,
      email: `${username}@mail.test`,
      password: 'correct horse',
    })
  await expect.poll(() => register('before').catch(() => null)).toMatchObject({ status: 201 })
  await writeFile(marker, '')
  await expect(register('during')).rejects.toThrow()
  expect(await exited).toEqual([1, null])
  expect(output()).toMatch(/^The embedded database has crashed: could not fsync file/m)

  const { db, close } = await openEmbedded(join(dataDir, 'db'))
  const { rows } = await sql`select username from users`.execute(db)
  // The other member may be there as well: a commit is written before the flush that fails.
  expect(rows).toContainEqual({ username: 'before' })
  await close()
  await remove()
})
