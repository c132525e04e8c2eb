import { createHmac, type KeyObject } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import { rateLimited } from '../platform/errors.ts'
import { holderOf } from '../platform/limits/client-ip.ts'
import { type CountedLimit, mailbox, take } from '../platform/limits/limits.ts'
import type { Member } from './members.queries.ts'

const accountLimit = { max: 100, seconds: 60 * 60 }
/** Once an account's attempts are used up, each IPv4 address and IPv6 /48 still has one in this time, so that nobody is locked out. */
const afterwards = { max: 1, seconds: 60 }

type Attempt = { email: string; network: string; member: Member | undefined }

/** Throws a 429 when it is one too many. `network` is what `clientIp` tells clients apart by. */
export async function limitSignIn(context: Context, { email, network, member }: Attempt) {
  if (await isKnown(context, member?.id ?? 0, network)) return
  const ofAccount: CountedLimit = { ...accountLimit, what: 'sign in', who: [mailbox(email)] }
  if ((await take(context, [ofAccount])) === 0) return
  const who = [mailbox(email), `ip:${holderOf(network)}` as const]
  const wait = await take(context, [{ ...afterwards, what: 'sign in', who }])
  if (wait > 0) throw rateLimited(wait)
}

/** The password was right, so attempts from there no longer count for the account. */
export async function rememberNetwork(
  { db, clock, linkKey }: Context,
  userId: number,
  network: string,
): Promise<void> {
  const now = clock.now()
  await db
    .insertInto('sign_in_networks')
    .values({ user_id: userId, network: hashOf(linkKey, userId, network), last_used_at: now })
    .onConflict(on => on.columns(['user_id', 'network']).doUpdateSet({ last_used_at: now }))
    .execute()
}

async function isKnown({ db, linkKey }: Context, userId: number, network: string) {
  const known = await db
    .selectFrom('sign_in_networks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('network', '=', hashOf(linkKey, userId, network))
    .executeTakeFirst()
  return known !== undefined
}

const hashOf = (key: KeyObject, userId: number, network: string) =>
  createHmac('sha256', key).update(`sign-in-network:${userId}:${network}`).digest()
