import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/endpoint.shared.ts'
import { findFeed, findNewestRead, saveNewestRead } from './feed.queries.ts'
import type { FeedItem, getFeed } from './feed.schemas.ts'
import { feedPageSize } from './feed.shared.ts'

/**
 * One page of a member's feed. Pages are relative to the newest drop when page 1 was last read:
 * otherwise a drop published between two pages would repeat one.
 */
export async function readFeed(
  db: Queryable,
  memberId: number,
  { page, before }: QueryOf<typeof getFeed>,
): Promise<FeedItem[]> {
  if (before !== undefined) return findFeed(db, memberId, { before })
  if (page === 1) {
    const items = await findFeed(db, memberId, {})
    if (items[0]) await saveNewestRead(db, memberId, items[0].drop.id)
    return items
  }
  const upTo = await findNewestRead(db, memberId)
  return findFeed(db, memberId, { upTo, skip: (page - 1) * feedPageSize })
}
