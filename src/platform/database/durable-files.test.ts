import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDataDir } from '../../../tests/test-database.ts'
import { openPglite } from './embedded-thread.ts'

test('The embedded database flushes a change to the disk before it is acknowledged', async () => {
  const { dataDir, remove } = await makeDataDir()
  const pglite = await openPglite(join(dataDir, 'db'))
  await pglite.exec('create table kept (id integer)')
  const flushes = countFlushes()
  await pglite.query('insert into kept values (1)')
  expect(flushes.count()).toBe(1)
  await pglite.query('select from kept')
  expect(flushes.count()).toBe(1)
  await pglite.transaction(async trx => {
    await trx.query('insert into kept values (2)')
    expect(flushes.count()).toBe(1)
  })
  expect(flushes.count()).toBe(2)
  flushes.stop()
  await pglite.close()
  await remove()
})

function countFlushes() {
  const fs = process.getBuiltinModule('fs')
  const { fdatasyncSync } = fs
  let calls = 0
  fs.fdatasyncSync = file => {
    calls++
    fdatasyncSync(file)
  }
  syncBuiltinESMExports()
  return {
    count: () => calls,
    stop() {
      fs.fdatasyncSync = fdatasyncSync
      syncBuiltinESMExports()
    },
  }
}
