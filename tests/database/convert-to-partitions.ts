import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { TestApp } from '../test-app.ts'

/** Runs the documented script, with so many drops in a partition. */
export const convertToPartitions = (app: TestApp, dropsInPartition: number) =>
  app.whileStopped(async () => {
    const client = new pg.Client({ connectionString: app.database.url ?? '' })
    await client.connect()
    await client.query(`set radr.drops = '${dropsInPartition}'`)
    await client.query(await readFile('docs/partition.sql', 'utf8'))
    await client.end()
  })
