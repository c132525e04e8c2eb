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

/**
 * The unique columns of tables whose rows have no `id`, or can be partitioned by the first column: a `ctid` is that of
 * other rows in other partitions, and an `id` would be looked up in each.
 */
const keys = {
  deleted_usernames: ['username'],
  drop_notifications: ['drop_id', 'follow_id'],
  drop_reminders: ['user_id'],
  drop_tracks: ['drop_id', 'rank'],
  rate_limits: ['key'],
  sign_in_networks: ['user_id', 'network'],
} as const satisfies { [T in keyof Tables]?: readonly (keyof Tables[T])[] }

type KeyedTable = keyof typeof keys
type TableWithId = {
  [T in keyof Tables]: Tables[T] extends { id: unknown } ? T : never
}[keyof Tables]
export type DeletableTable = KeyedTable | TableWithId

const isKeyed = (table: DeletableTable): table is KeyedTable => table in keys

/** Deletes the rows that meet a condition; returns how many. Rows that are locked are left for the next time. */
export function deleteInBatches(
  db: Database,
  table: DeletableTable,
  condition: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  const key: readonly string[] = isKeyed(table) ? keys[table] : ['id']
  const selected = key.map((column, index) => sql`${sql.ref(column)} as ${sql.ref(`key_${index}`)}`)
  const equal = key.map(
    (column, index) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`batch.key_${index}`)}`,
  )
  return inBatches(async () => {
    // Materialized, because a sub-select could be run again for each row, and lock another batch each time.
    const { numAffectedRows } = await sql`
      with batch as materialized (
        select ${sql.join(selected)} from ${sql.table(table)} where ${condition}
        limit ${sql.lit(batchSize)} for update skip locked
      )
      delete from ${sql.table(table)} using batch where ${sql.join(equal, sql` and `)}
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
