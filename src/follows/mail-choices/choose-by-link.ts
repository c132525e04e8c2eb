import type { Context } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database.ts'
import { openSealedId, sealId } from '../../platform/secrets/tokens.ts'
import { invalidUnsubscribeLink } from '../follows.errors.ts'
import { unsubscribeToken } from '../unsubscribe-token.ts'
import type { MailChoices } from './mail-choices.contract.ts'

/**
 * The token of the links to the mail choices in every mail about a follow. It never expires. It switches
 * the mail of a follow on and off, and cannot start a follow that was ended.
 */
export const mailChoicesToken = (followId: number, linkKey: Buffer) =>
  sealId(followId, 'mail-choices', linkKey)

type LinkContext = Pick<Context, 'db' | 'linkKey'>

/** What the subscriber of a follow has chosen. Throws `invalidUnsubscribeLink`. */
export async function findByLink(
  { db, linkKey }: LinkContext,
  token: string,
): Promise<MailChoices> {
  const follow = await findFollow(db, openToken(token, linkKey))
  return {
    username: follow.username,
    isFollowing: follow.is_following,
    mail: !follow.mail_off,
    unsubscribeToken: unsubscribeToken(follow.id, linkKey),
  }
}

/** Changes what is given of the choices, and returns all of them. Throws `invalidUnsubscribeLink`. */
export async function chooseByLink(
  context: LinkContext,
  token: string,
  { mail }: { mail?: boolean | undefined },
): Promise<MailChoices> {
  const { db, linkKey } = context
  const { id } = await findFollow(db, openToken(token, linkKey))
  if (mail !== undefined) {
    await db.updateTable('radr_follows').set({ mail_off: !mail }).where('id', '=', id).execute()
  }
  return findByLink(context, token)
}

function openToken(token: string, linkKey: Buffer): number {
  const id = openSealedId(token, 'mail-choices', linkKey)
  if (id === null) throw invalidUnsubscribeLink()
  return id
}

/** Mails keep the id of a follow that was merged into another one since. */
function findFollow(db: Queryable, id: number) {
  return db
    .selectFrom('recipients')
    .innerJoin('users', 'users.id', 'recipients.radr_user_id')
    .select(['current_follow_id as id', 'users.username', 'is_following', 'mail_off'])
    .where('follow_id', '=', id)
    .executeTakeFirstOrThrow(invalidUnsubscribeLink)
}
