import type { Context } from '../platform/context.ts'
import type { BodyOf } from '../platform/http/endpoint.shared.ts'
import { refuseBlockedDomain } from './email/blocked-domains.ts'
import { requestEmailConfirmation } from './email/request-confirmation.ts'
import { checkInvitation, redeemInvitation } from './invitations/invitations.ts'
import { usernameReserved } from './members.errors.ts'
import { type Member, orTaken } from './members.queries.ts'
import type * as schemas from './members.schemas.ts'
import { hashPassword } from './passwords/passwords.ts'
import { startSession } from './sessions/sessions.ts'
import { isReserved } from './usernames/reserved-names.ts'
import { releaseUsername } from './usernames/usernames.queries.ts'

/** Throws `usernameReserved`, `usernameTaken`, `emailTaken`, for a blocked domain, and what `checkInvitation` throws. */
export async function register(
  context: Context,
  client: string,
  { username, email, password, invitation }: BodyOf<typeof schemas.register>,
): Promise<{ member: Member; sessionToken: string }> {
  const { db, clock, config, passwordCost } = context
  await checkInvitation(context, invitation)
  refuseBlockedDomain(config, email)
  if (isReserved(username, config)) throw usernameReserved()
  const hash = await hashPassword(password, passwordCost)
  return db.transaction().execute(async trx => {
    const now = clock.now()
    if (config.registration === 'invite') await redeemInvitation(trx, invitation ?? '')
    const values = { username, email, password: hash, created_at: now }
    const member = await orTaken(
      trx.insertInto('users').values(values).returningAll().executeTakeFirstOrThrow(),
    )
    await releaseUsername(trx, member, now)
    // The account can be used even without a mail, which the member can request again later.
    await requestEmailConfirmation(context, trx, member, { ...context, client })
    return { member, sessionToken: await startSession(trx, member.id, now) }
  })
}
