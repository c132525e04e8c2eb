import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { register } from '../member-actions.ts'
import { startServer } from '../processes/worker-processes.ts'
import { newClient } from '../test-app.ts'
import { makeDataDir } from '../test-database.ts'

test('When the disk does not take a change, the process says so and ends, and the change was not acknowledged', async () => {
  const { dataDir, remove } = await makeDataDir()
  const marker = join(dataDir, 'disk-is-broken')
  const { server, url, output } = await startServer({
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import ${pathToFileURL('tests/outages/fail-flushes.ts')}`,
    FAIL_FLUSHES: marker,
  })
  const exited = once(server, 'close')
  expect((await register(newClient(url), 'before')).status).toBe(201)
  await writeFile(marker, '')
  await expect(register(newClient(url), 'during')).rejects.toThrow()
  expect(await exited).toEqual([1, null])
  expect(output()).toMatch(/^The embedded database has crashed: could not fsync file/m)

  const { db, close } = await openEmbedded(join(dataDir, 'db'))
  const { rows } = await sql`select username from users`.execute(db)
  // The other member may be there as well: a commit is written before the flush that fails.
  expect(rows).toContainEqual({ username: 'before' })
  await close()
  await remove()
})
