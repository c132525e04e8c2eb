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
  const { data: name, error: invalid } = usernameSchema.safeParse(username)
  if (viewer && name?.toLowerCase() === viewer.username.toLowerCase()) return null
  if (invalid) return invalid.issues[0]?.message ?? invalid.message
  if (isReserved(name, config)) return usernameReserved().message
  return (await isFree(db, name, viewer?.id ?? null, clock.now())) ? null : usernameTaken().message
}
