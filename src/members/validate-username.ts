import type { Context } from '../platform/context.ts'
import { usernameReserved, usernameTaken } from './members.errors.ts'
import { usernameSchema } from './members.schemas.ts'
import { isReserved } from './reserved-names.ts'
import { isFree } from './usernames.queries.ts'

/** Why a member, or a visitor (null), may not take a name, in words for them; null when they may. */
export async function validateUsername(
  { db, config, clock }: Context,
  username: string,
  viewer: { id: number; username: string } | null,
): Promise<string | null> {
  if (viewer && username.toLowerCase() === viewer.username.toLowerCase()) return null
  const illFormed = usernameSchema.safeParse(username).error
  if (illFormed) return illFormed.issues[0]?.message ?? illFormed.message
  if (isReserved(username, config)) return usernameReserved().message
  return (await isFree(db, username, viewer?.id ?? null, clock.now()))
    ? null
    : usernameTaken().message
}
