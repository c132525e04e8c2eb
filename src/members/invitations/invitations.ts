import { paths } from '../../contract/paths.shared.ts'
import type { Context } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database.ts'
import { hashToken, newToken } from '../../platform/secrets/tokens.ts'
import { invalidInvitation, registrationClosed } from '../members.errors.ts'

const validMs = 7 * 24 * 60 * 60 * 1000

/** Returns the URL of a page on which one account can be created. */
export async function createInvitation({
  db,
  config,
  clock,
}: Pick<Context, 'db' | 'config' | 'clock'>): Promise<string> {
  const { token, hash } = newToken()
  const now = clock.now()
  const expires_at = new Date(now.getTime() + validMs)
  await db
    .insertInto('invitations')
    .values({ token_hash: hash, created_at: now, expires_at })
    .execute()
  return `${config.publicUrl}${paths.login}?invitation=${token}#create-account`
}

/** Throws `registrationClosed` and `invalidInvitation`. */
export async function checkInvitation(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  token: string | undefined,
) {
  if (config.registration === 'open') return
  if (config.registration === 'closed' || token === undefined)
    throw registrationClosed(config.registration)
  const invitation = await db
    .selectFrom('invitations')
    .select('id')
    .where('expires_at', '>', clock.now())
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!invitation) throw invalidInvitation()
}

export async function redeemInvitation(trx: Queryable, token: string) {
  await trx
    .deleteFrom('invitations')
    .where('token_hash', '=', hashToken(token))
    .returning('id')
    .executeTakeFirstOrThrow(invalidInvitation)
}
