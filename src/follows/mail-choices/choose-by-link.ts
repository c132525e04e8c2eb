import type { KeyObject } from 'node:crypto'
import { addressToken, openMailLink } from '../../mail/links/mail-links.ts'
import type { Context } from '../../platform/context.ts'
import type { BodyOf } from '../../platform/http/endpoint.shared.ts'
import { invalidMailLink, requireOwner } from '../follows.errors.ts'
import { findCurrentFollow, lockCurrentFollow } from '../follows.queries.ts'
import { chooseFrequency } from '../mail-frequency/choose-frequency.ts'
import type { chooseMail, MailChoices } from './mail-choices.schemas.ts'

type LinkContext = Pick<Context, 'db' | 'clock' | 'linkKey'>

/** The mail choices of the subscriber of a follow. Throws `invalid_token`. */
export async function findByLink(
  { db, linkKey }: LinkContext,
  token: string,
): Promise<MailChoices> {
  const follow = await findFollow(id => findCurrentFollow(db, id), token, linkKey)
  return {
    username: follow.username,
    isFollowing: follow.is_following,
    mail: !follow.mail_off,
    frequency: follow.digest_time_zone ? 'weekly' : 'single',
    timeZone: follow.digest_time_zone,
    unsubscribeToken: addressToken('unsubscribe', follow.id, follow.address, linkKey),
  }
}

/** Changes what is given of the choices, and returns all of them. Throws `invalid_token`. */
export async function chooseByLink(
  context: LinkContext,
  token: string,
  { mail, ...frequency }: Choices,
): Promise<MailChoices> {
  const { db, linkKey, clock } = context
  await db.transaction().execute(async trx => {
    const { id, subscriber_id } = await findFollow(id => lockCurrentFollow(trx, id), token, linkKey)
    await chooseFrequency(trx, subscriber_id, frequency, clock.now())
    if (mail !== undefined) {
      await trx.updateTable('radr_follows').set({ mail_off: !mail }).where('id', '=', id).execute()
    }
  })
  return findByLink(context, token)
}

type Choices = Omit<BodyOf<typeof chooseMail>, 'token'>

/** The token switches the mail of a follow on and off, cannot start one, and ends when the subscriber's email changes. */
async function findFollow(
  find: (id: number) => ReturnType<typeof findCurrentFollow>,
  token: string,
  linkKey: KeyObject,
) {
  const link = openMailLink(token, linkKey)
  if (!link?.isSigned('choices')) throw invalidMailLink()
  return requireOwner(await find(link.id), address => link.isFor('choices', address))
}
