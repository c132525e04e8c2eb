import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/endpoint.contract.ts'
import type { FeedItem, getFeed } from './feed.contract.ts'
import { feedPageSize } from './feed.contract.ts'
import { findFeed, findReading, keepReading } from './feed.queries.ts'

/**
 * One page of a member's feed. Whoever pages by number alone would see drops twice when one is
 * published between two pages, so where the member's newest reading began is remembered.
 */
export async function readFeed(
  db: Queryable,
  memberId: number,
  { page, before }: QueryOf<typeof getFeed>,
): Promise<FeedItem[]> {
  if (before !== undefined) return findFeed(db, memberId, { before })
  if (page === 1) {
    const items = await findFeed(db, memberId, {})
    if (items[0]) await keepReading(db, memberId, items[0].drop.id)
    return items
  }
  const upTo = await findReading(db, memberId)
  return findFeed(db, memberId, { upTo, skip: (page - 1) * feedPageSize })
}
