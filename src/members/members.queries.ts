import { type Selectable, sql, type Updateable } from 'kysely'
import { paths } from '../contract/paths.shared.ts'
import type { Tables } from '../contract/tables.ts'
import type { Viewer } from '../contract/viewer.ts'
import type { Context } from '../platform/context.ts'
import { type Placeholders, prepareQuery } from '../platform/database/prepare-query.ts'
import type { Queryable, Transaction } from '../platform/database.ts'
import { isUniqueViolation } from '../platform/errors.ts'
import { memberKey } from './member-key.ts'
import { emailTaken, memberNotFound, usernameTaken } from './members.errors.ts'
import type { CurrentUser } from './members.schemas.ts'

export type Member = Selectable<Tables['users']>

/** What everybody may see of a member, and why nobody else may where that is so. */
export type PublicMember = Pick<Member, (typeof publicColumns)[number]>
const publicColumns = [
  'id',
  'username',
  'avatar',
  'spotify_user_id',
  'hidden_reason',
  'tracks_updated_at',
  'created_at',
] as const

export async function findMember(db: Queryable, id: number): Promise<Member> {
  const [member] = await selectById(db, { id })
  if (!member) throw memberNotFound()
  return member
}

const selectById = prepareQuery((db, { id }: Placeholders<{ id: number }>) =>
  db.selectFrom('users').selectAll().where('id', '=', id),
)

/** A member whom everybody may see, by username without regard to case; throws `memberNotFound`. */
export async function findMemberByName(db: Queryable, username: string): Promise<PublicMember> {
  const member = await findVisibleMember(db, username)
  if (!member) throw memberNotFound()
  return member
}

export async function findAnyMemberByName(db: Queryable, username: string): Promise<PublicMember> {
  const [member] = await selectByName(db, { name: username.toLowerCase() })
  if (!member) throw memberNotFound()
  return member
}

/** Finds a member as `findMemberByName` does, but returns null for one whom nobody may see. */
export async function findVisibleMember(
  db: Queryable,
  username: string,
): Promise<PublicMember | null> {
  const [member] = await selectByName(db, { name: username.toLowerCase() })
  return member && member.hidden_reason === null ? member : null
}

const selectByName = prepareQuery((db, { name }: Placeholders<{ name: string }>) =>
  db.selectFrom('users').select(publicColumns).where(lowerUsername, '=', name),
)

/** The unique indexes decide, because a check beforehand would be a race. Throws `usernameTaken` and `emailTaken`. */
export async function orTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_key')) throw usernameTaken()
    if (isUniqueViolation(error, 'users_email_key')) throw emailTaken()
    throw error
  }
}

export function findMemberByEmail(db: Queryable, email: string): Promise<Member | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** Serializes the changes of what a member owns. Inserting rows that only refer to the member does not wait. */
export function lockMember(trx: Transaction, id: number): Promise<Member> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Throws `usernameTaken` and `emailTaken`. */
export const updateMember = (
  db: Queryable,
  id: number,
  values: Updateable<Tables['users']>,
): Promise<Member> =>
  orTaken(
    db
      .updateTable('users')
      .set(values)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export function presentCurrentUser(
  { linkKey }: Pick<Context, 'linkKey'>,
  user: Omit<Viewer, 'session_id'>,
): CurrentUser {
  return {
    member_key: memberKey(linkKey, user.id),
    username: user.username,
    email: user.email,
    avatar: avatarPath(user.avatar),
    spotify_user_id: user.spotify_user_id,
    is_admin: user.is_admin,
    is_dev_user: user.is_dev_user,
    email_confirmed: user.email_confirmed_at !== null,
    email_unsent: user.email_unsent,
    hidden_reason: user.hidden_reason,
  }
}

/** The URL of a picture. Its content never changes, because its name is its hash. */
export const avatarPath = (hash: string | null) => hash && paths.avatar(`${hash}.jpg`)

/** Holds for a member whom no administrator hides. Hidden members are few, so their index is read once and not each member. */
export const isShown = (userId: string) =>
  sql<boolean>`${sql.ref(userId)} not in (select id from users where hidden_reason is not null)`

export const lowerUsername = sql<string>`lower(users.username)`
