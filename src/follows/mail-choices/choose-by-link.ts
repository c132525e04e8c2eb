import type { KeyObject } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BodyOf } from '../../platform/endpoint.shared.ts'
import { openSealedId, sealId, unprovenId } from '../../platform/secrets/tokens.ts'
import { chooseFrequency } from '../../subscribers/mail-frequency/choose-frequency.ts'
import { invalidUnsubscribeLink } from '../follows.errors.ts'
import { resolveFollow } from '../follows.queries.ts'
import { unsubscribeToken } from '../unsubscribing/unsubscribe-token.ts'
import type { chooseMail, MailChoices } from './mail-choices.schemas.ts'

/** It switches the mail of a follow on and off, cannot start one, and ends when the subscriber's address changes. */
export const mailChoicesToken = (followId: number, address: string, linkKey: KeyObject) =>
  sealId(followId, purpose(address), linkKey)

const purpose = (address: string) => `mail-choices:${address.toLowerCase()}`

type LinkContext = Pick<Context, 'db' | 'clock' | 'linkKey'>

/** What the subscriber of a follow has chosen. Throws `invalidUnsubscribeLink`. */
export async function findByLink(
  { db, linkKey }: LinkContext,
  token: string,
): Promise<MailChoices> {
  const follow = await findFollow(db, token, linkKey)
  return {
    username: follow.username,
    isFollowing: follow.is_following,
    mail: !follow.mail_off,
    frequency: follow.digest_time_zone ? 'weekly' : 'single',
    timeZone: follow.digest_time_zone,
    unsubscribeToken: unsubscribeToken(follow.id, follow.address, linkKey),
  }
}

/** Changes what is given of the choices, and returns all of them. Throws `invalidUnsubscribeLink`. */
export async function chooseByLink(
  context: LinkContext,
  token: string,
  { mail, ...frequency }: Choices,
): Promise<MailChoices> {
  const { db, linkKey, clock } = context
  await db.transaction().execute(async trx => {
    const { id, subscriber_id } = await findFollow(trx, token, linkKey)
    await chooseFrequency(trx, subscriber_id, frequency, clock.now())
    if (mail !== undefined) {
      await trx.updateTable('radr_follows').set({ mail_off: !mail }).where('id', '=', id).execute()
    }
  })
  return findByLink(context, token)
}

type Choices = Omit<BodyOf<typeof chooseMail>, 'token'>

async function findFollow(db: Queryable, token: string, linkKey: KeyObject) {
  const id = unprovenId(token)
  if (!Number.isSafeInteger(id)) throw invalidUnsubscribeLink()
  const follow = await db
    .selectFrom('recipients')
    .innerJoin('users', 'users.id', 'recipients.radr_user_id')
    .innerJoin('follower_registry', 'follower_registry.id', 'subscriber_id')
    .select([
      'follow_id as id',
      'address',
      'subscriber_id',
      'users.username',
      'is_following',
      'mail_off',
      'digest_time_zone',
    ])
    .where('follow_id', '=', resolveFollow(id))
    .executeTakeFirstOrThrow(invalidUnsubscribeLink)
  if (openSealedId(token, purpose(follow.address), linkKey) === null) throw invalidUnsubscribeLink()
  return follow
}
