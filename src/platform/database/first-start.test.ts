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
  const first = await openEmbedded(folder)
  await sql`create table begun ()`.execute(first.db)
  await first.close()
  expect(isUnfinished()).toBe(true)
  const second = await openEmbedded(folder)
  const { rows } = await sql`select from pg_class where relname = 'begun'`.execute(second.db)
  expect(rows).toEqual([])
  await migrate(second)
  expect(isUnfinished()).toBe(false)
  await sql`create table begun ()`.execute(second.db)
  await second.close()
  const again = await openEmbedded(folder)
  expect((await sql`select from begun`.execute(again.db)).rows).toEqual([])
  await again.close()
})
