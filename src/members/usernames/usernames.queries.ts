import { sql } from 'kysely'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { usernameTaken } from '../members.errors.ts'
import type { Member } from '../members.queries.ts'

const reservedDays = 90
const lowerPrevious = sql<string>`lower(previous_usernames.username)`

export async function isFree(
  db: Queryable,
  username: string,
  userId: number | null,
  now: Date,
): Promise<boolean> {
  const name = username.toLowerCase()
  const { rows } = await sql`
    select id from users where lower(username) = ${name} and id is distinct from ${userId}
    union all
    select user_id from previous_usernames
    where lower(username) = ${name} and reserved_until > ${now} and user_id is distinct from ${userId}
    union all
    select null from deleted_usernames where lower(username) = ${name} and reserved_until > ${now}
  `.execute(db)
  return rows.length === 0
}

/**
 * Ends the reservation and the redirect of a name that a member takes. Throws `usernameTaken` when it
 * is reserved for another member or was that of a deleted account. Call it after the name was written to `users`: the unique index there
 * has then waited for a member who gave the name up, so that their reservation is seen here.
 */
export async function releaseUsername(trx: Transaction, { id, username }: Member, now: Date) {
  const name = username.toLowerCase()
  await trx
    .deleteFrom('previous_usernames')
    .where(lowerPrevious, '=', name)
    .where(({ or, eb }) => or([eb('user_id', '=', id), eb('reserved_until', '<=', now)]))
    .execute()
  if (!(await isFree(trx, username, id, now))) throw usernameTaken()
}

export async function reserveUsername(
  trx: Transaction,
  userId: number,
  username: string,
  now: Date,
) {
  await trx
    .insertInto('previous_usernames')
    .values({
      username,
      user_id: userId,
      reserved_until: new Date(now.getTime() + reservedDays * 24 * 60 * 60 * 1000),
    })
    .execute()
}

export async function findCurrentName(db: Queryable, oldName: string): Promise<string | null> {
  const row = await db
    .selectFrom('previous_usernames')
    .innerJoin('users', 'users.id', 'previous_usernames.user_id')
    .select('users.username')
    .where(lowerPrevious, '=', oldName.toLowerCase())
    .where('hidden_reason', 'is', null)
    .executeTakeFirst()
  return row?.username ?? null
}
