import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runJob } from '../../tests/test-app.ts'
import { readConfig, SettingError } from './config.ts'
import { openEmbedded } from './database/embedded.ts'
import { checkpointEmbedded } from './database/vacuum.job.ts'

test('An embedded database can be opened by one process at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radr-embedded-'))
  const first = await openEmbedded(folder)
  await expect(openEmbedded(folder)).rejects.toThrow(SettingError)
  await first.close()
  await (await openEmbedded(folder)).close()
  await rm(folder, { recursive: true })
})

test('The log of an embedded database is cut off while it runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radr-embedded-'))
  const { db, close } = await openEmbedded(folder)
  const checkpoint = async () => {
    const { rows } = await sql<{ lsn: string }>`
      select checkpoint_lsn as lsn from pg_control_checkpoint()`.execute(db)
    return rows[0]?.lsn
  }
  const before = await checkpoint()
  await sql`create table filled as select generate_series(1, 1000)`.execute(db)
  expect(await checkpoint()).toBe(before)
  await runJob(checkpointEmbedded, { db, config: readConfig({}) }, {})
  expect(await checkpoint()).not.toBe(before)
  await close()
  await rm(folder, { recursive: true })
})
