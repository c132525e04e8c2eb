import { sql } from 'kysely'
import type { Queryable, Transaction } from '../platform/database.ts'
import { usernameTaken } from './members.errors.ts'
import { lowerUsername, type Member } from './members.queries.ts'

const holdDays = 90
const lowerPrevious = sql<string>`lower(previous_usernames.username)`

/** Whether a member (or null for a visitor) could take a well-formed name that is not reserved. */
export async function isFree(
  db: Queryable,
  username: string,
  userId: number | null,
  now: Date,
): Promise<boolean> {
  const name = username.toLowerCase()
  const { taken } = await db
    .selectNoFrom(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('users')
            .select('id')
            .where(lowerUsername, '=', name)
            .where('id', 'is distinct from', userId),
        ),
        exists(
          selectFrom('previous_usernames')
            .select('user_id')
            .where(lowerPrevious, '=', name)
            .where('held_until', '>', now)
            .where('user_id', 'is distinct from', userId),
        ),
      ]).as('taken'),
    )
    .executeTakeFirstOrThrow()
  return !taken
}

/**
 * Ends what a name pointed to, now that a member has it. Call it after the name was written to
 * `users`: its unique index made everybody else who wants the name wait, and so whoever gave it up
 * meanwhile has left the hold that is found here. Throws `usernameTaken` when it is held for another.
 */
export async function releaseUsername(trx: Transaction, { id, username }: Member, now: Date) {
  const name = username.toLowerCase()
  await trx
    .deleteFrom('previous_usernames')
    .where(lowerPrevious, '=', name)
    .where(({ or, eb }) => or([eb('user_id', '=', id), eb('held_until', '<=', now)]))
    .execute()
  const held = await trx
    .selectFrom('previous_usernames')
    .select('user_id')
    .where(lowerPrevious, '=', name)
    .executeTakeFirst()
  if (held) throw usernameTaken()
}

/** Keeps a given-up name for its member, who alone may take it back for 90 days. */
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
      held_until: new Date(now.getTime() + holdDays * 24 * 60 * 60 * 1000),
      created_at: now,
    })
    .execute()
}

/** Whose name an old name is today, in the spelling it has now; null when nobody's. */
export async function findCurrentName(db: Queryable, oldName: string): Promise<string | null> {
  const row = await db
    .selectFrom('previous_usernames')
    .innerJoin('users', 'users.id', 'previous_usernames.user_id')
    .select('users.username')
    .where(lowerPrevious, '=', oldName.toLowerCase())
    .executeTakeFirst()
  return row?.username ?? null
}
