import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fastFolder } from '../../../scripts/temporary-postgres.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(await fastFolder(), 'radr-first-')), 'db')
  await mkdir(join(folder, 'base'), { recursive: true })
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const isUnfinished = () => existsSync(join(folder, 'radr.unfinished'))

test('A first start that ended before its migration is repeated', async () => {
  await writeFile(join(folder, 'radr.unfinished'), '')
  await writeFile(join(folder, 'PG_VERSION'), '18\n')
  for (const hasTable of [false, false]) {
    const { db, close } = await openEmbedded(folder)
    const { rows } = await sql`select from pg_class where relname = 'begun'`.execute(db)
    expect(rows.length > 0).toBe(hasTable)
    await sql`create table begun ()`.execute(db)
    await close()
    expect(isUnfinished()).toBe(true)
  }
  const database = await openEmbedded(folder)
  await migrate(database)
  expect(isUnfinished()).toBe(false)
  await sql`create table begun ()`.execute(database.db)
  await database.close()
  const again = await openEmbedded(folder)
  expect((await sql`select from begun`.execute(again.db)).rows).toEqual([])
  await again.close()
})
