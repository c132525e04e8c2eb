import { readFile } from 'node:fs/promises'
import pg from 'pg'

/** Runs the documented script, with so many drops in a partition. */
export async function convertToPartitions(url: string, dropsInPartition: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set radr.drops = '${dropsInPartition}'`)
  await client.query(await readFile('docs/partition.sql', 'utf8'))
  await client.end()
}
