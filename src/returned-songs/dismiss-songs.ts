import type { Context } from '../platform/context.ts'
import type { Queryable } from '../platform/database.ts'
import type { BodyOf } from '../platform/http/endpoint.shared.ts'
import { selectOnHome } from './received-songs.queries.ts'
import type * as schemas from './returned-songs.schemas.ts'

export async function dismissSongs(
  { db, clock }: Context,
  memberId: number,
  { id, withOlder }: BodyOf<typeof schemas.dismissSongs>,
) {
  const onHome = selectOnHome(db, memberId).select('song.id')
  const dismissed = await db
    .updateTable('returned_songs')
    .set({ dismissed_at: clock.now() })
    .where('id', 'in', onHome.where('song.id', withOlder ? '<=' : '=', id))
    .returning('id')
    .execute()
  return { count: dismissed.length, id: dismissed[0]?.id ?? null }
}

/** Songs that were dismissed together have the same time. */
export async function restoreSongs(db: Queryable, memberId: number, id: number) {
  await db
    .updateTable('returned_songs')
    .set({ dismissed_at: null })
    .where('drop_id', 'in', own =>
      own.selectFrom('drops').select('id').where('user_id', '=', memberId),
    )
    .where('dismissed_at', '=', same =>
      same
        .selectFrom('returned_songs as song')
        .select('song.dismissed_at')
        .where('song.id', '=', id),
    )
    .execute()
}
