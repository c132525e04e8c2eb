import type { Insertable } from 'kysely'
import type { Tables } from '../contract/tables.ts'
import type { Queryable } from '../platform/database.ts'
import { decideHistory } from '../tracks/movement/decide-movement.ts'

/** How many drops one statement inserts: it takes milliseconds, for which others wait on the embedded database. */
const batchSize = 100

/** `list` has the ids of the tracks in order. */
type PastDrop = {
  number: number
  created_at: Date
  note?: string | null
  followers?: number
  list: string[]
}

/** The whole history of a member without drops, oldest first. Nobody gets mail: the deliveries count as enqueued. */
export async function addDrops(
  db: Queryable,
  userId: number,
  drops: PastDrop[],
  columns: Partial<Insertable<Tables['drops']>> = {},
) {
  const movements = decideHistory(drops)
  for (let start = 0; start < drops.length; start += batchSize) {
    const batch = drops.slice(start, start + batchSize).map((drop, index) => {
      const { tracks, movement } = movements[start + index] as (typeof movements)[number]
      return { ...drop, tracks, movement }
    })
    const added = await db
      .insertInto('drops')
      .values(
        batch.map(({ number, created_at, note, followers = 0, movement }) => ({
          user_id: userId,
          drop_number: number,
          created_at,
          note: note ?? null,
          drop_followers: followers,
          enqueued_at: created_at,
          movement: JSON.stringify(movement),
          ...columns,
        })),
      )
      .returning(['id', 'drop_number'])
      .execute()
    const idOf = new Map(added.map(({ id, drop_number }) => [drop_number, id]))
    const tracks = batch.flatMap(({ number, tracks }) =>
      tracks.map(track => ({ drop_id: idOf.get(number) as number, ...track })),
    )
    if (tracks.length > 0) await db.insertInto('drop_tracks').values(tracks).execute()
  }
}
