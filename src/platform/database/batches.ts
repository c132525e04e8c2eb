import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../contract/tables.ts'
import type { Database } from '../database.ts'

/** Rows that one statement changes, in milliseconds: no lock lasts long, and no statement reaches its timeout. */
export const batchSize = 1_000

/** Repeats a statement until it changes fewer than `batchSize` rows; returns how many in all. Other work runs in between. */
export async function inBatches(
  changeBatch: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  for (let total = 0; ; ) {
    signal?.throwIfAborted()
    const changed = await changeBatch()
    total += changed
    if (changed < batchSize) return total
  }
}

/** Deletes the rows that meet a condition; returns how many. Rows that are locked are left for the next time. */
export function deleteInBatches(
  db: Database,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  return inBatches(async () => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition}
        limit ${sql.lit(batchSize)} for update skip locked))
    `.execute(db)
    return Number(numAffectedRows)
  }, signal)
}

export async function forEachBatch(ids: number[], change: (batch: number[]) => Promise<unknown>) {
  for (let start = 0; start < ids.length; start += batchSize)
    await change(ids.slice(start, start + batchSize))
}

/** Reads many rows in the order of their ids: `selectAfter` returns the next `batchSize` above an id. */
export async function* readBatches<Row extends { id: number }>(
  selectAfter: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await selectAfter(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

export async function* idBatches(
  selectAfter: (after: number) => Promise<{ id: number }[]>,
): AsyncGenerator<number[]> {
  for await (const rows of readBatches(selectAfter)) yield rows.map(({ id }) => id)
}
