import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import { ifNamed } from '../follows.queries.ts'
import type { BlockedFollower } from './followers.schemas.ts'

const name = ifNamed<string>(sql`users.username`)

export async function findBlocked(
  db: Queryable,
  memberId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ blocked: BlockedFollower[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    blockedBy(db, memberId)
      .innerJoin('subscribers', 'subscribers.id', 'registry_id')
      .leftJoin('users', 'users.id', 'subscribers.user_id')
      .select([
        'radr_follows.id',
        // The list of followers showed the same, but an email that they have changed to since is not shown.
        sql<string | null>`case when ${name} is null then subscribers.address end`.as('email'),
        name.as('username'),
        sql<Date>`blocked_at`.as('blocked_at'),
      ])
      .orderBy('radr_follows.blocked_at', 'desc')
      .orderBy('radr_follows.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    blockedBy(db, memberId)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const blocked = rows.map(row => ({ ...row, blocked_at: row.blocked_at.toISOString() }))
  return { blocked, total }
}

const blockedBy = (db: Queryable, memberId: number) =>
  db
    .selectFrom('radr_follows')
    .where('radr_user_id', '=', memberId)
    .where(sql<boolean>`state = 'blocked'`)
