import type { Selectable } from 'kysely'
import type { Queryable } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import type { CurrentUser } from './members.contract.ts'

/** The signed-in member as the contract shows them. */
export async function findCurrentUser(db: Queryable, id: number): Promise<CurrentUser> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return presentCurrentUser(user)
}

export function presentCurrentUser(user: Selectable<Tables['users']>): CurrentUser {
  return {
    username: user.username,
    email: user.email,
    avatar: avatarAddress(user.avatar),
    spotify_user_id: user.spotify_user_id,
    is_admin: user.is_admin,
    is_dev_user: user.is_dev_user,
    email_confirmed: user.email_confirmed_at !== null,
  }
}

/** Where a picture is served; its name is its hash, so it never changes there. */
export const avatarAddress = (hash: string | null) => hash && `/avatars/${hash}.jpg`
