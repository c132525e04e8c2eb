import type { Context } from '../../platform/context.ts'
import { usernameSchema } from '../credentials.schemas.ts'
import { usernameReserved, usernameTaken } from '../members.errors.ts'
import { isReserved } from './reserved-names.ts'
import { isFree } from './usernames.queries.ts'

export async function validateUsername(
  { db, config, clock }: Context,
  username: string,
  viewer: { id: number; username: string } | null,
): Promise<string | null> {
  if (viewer && username.toLowerCase() === viewer.username.toLowerCase()) return null
  const invalid = usernameSchema.safeParse(username).error
  if (invalid) return invalid.issues[0]?.message ?? invalid.message
  if (isReserved(username, config)) return usernameReserved().message
  return (await isFree(db, username, viewer?.id ?? null, clock.now()))
    ? null
    : usernameTaken().message
}
