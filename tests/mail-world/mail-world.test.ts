import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { testSize } from '../random-runs.ts'
import { onPostgres, openTestDatabase } from '../test-database.ts'
import { findProblems } from './check-world.ts'
import { createWorld } from './world.ts'

// SEED=7 runs one world; one that fails becomes a line of the file.
const failedBefore = readFileSync(new URL('./failed-seeds.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => /^\d+/.test(line))
  .map(line => Number.parseInt(line, 10))
const first = Number(process.env.FIRST_SEED ?? 1)
const count = Number(process.env.SEEDS ?? testSize(24, 2_000))
const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : new Set([...failedBefore, ...Array.from({ length: count }, (_, n) => first + n)])

const database = await openTestDatabase()
afterAll(database.close)

// The embedded database has one connection, on which nothing happens at the same time.
test.runIf(onPostgres)(
  'Whatever members, readers, relay, database and killed senders do, every promise about mail is kept',
  async () => {
    for (const seed of seeds) expect(await problemsOf(seed), `SEED=${seed}`).toEqual([])
  },
  120_000 + [...seeds].length * 10_000,
)

async function problemsOf(seed: number): Promise<string[]> {
  const world = await createWorld(database.db, seed)
  try {
    for (let step = 0; step < 30; step++) await world.act()
    const open = await world.settle()
    return open > 0 ? [`${open} mails are open`] : await findProblems(database.db, world)
  } finally {
    await world.end()
  }
}
