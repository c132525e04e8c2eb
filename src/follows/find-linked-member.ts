import { openStopLink } from '../mail/links/mail-links.ts'
import { findLink } from '../mail/links/one-time-links.ts'
import { avatarPath, findMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Queryable } from '../platform/database.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import { followConfirmation } from './confirmation/confirm-follow.mail.ts'
import {
  expiredFollowLink,
  invalidFollowLink,
  invalidMailLink,
  requireOwner,
} from './follows.errors.ts'
import { findCurrentFollow } from './follows.queries.ts'
import type { LinkedMember } from './follows.schemas.ts'
import { findLinkedSubscriber } from './subscribers/subscribers.queries.ts'

type LinkContext = Pick<Context, 'db' | 'clock' | 'linkKey'>

/** The member whom the link of a confirmation mail is about. Throws `invalidFollowLink`. */
export async function findMemberToConfirm({ db, clock }: LinkContext, token: string) {
  const link = await findLink(db, followConfirmation, token, clock.now())
  const follow = link && (await findCurrentFollow(db, link.id))
  const member = follow && (await findFollowed(db, follow))
  if (!member) throw invalidFollowLink()
  const getsMail = follow.is_following && !follow.mail_off
  if (!getsMail && !link.isValid) throw expiredFollowLink()
  return { member }
}

/** The member whom the unsubscribe link of a mail is about; a weekly mail is about nobody alone. Throws `invalid_token`. */
export async function findMemberToUnsubscribeFrom({ db, linkKey }: LinkContext, token: string) {
  const link = openStopLink(token, linkKey)
  if (!link) throw invalidMailLink()
  const { isWeekly } = link
  if (isWeekly) {
    requireOwner(await findLinkedSubscriber(db, link.id), link.isFor)
    return { member: null, isWeekly }
  }
  const follow = requireOwner(await findCurrentFollow(db, link.id), link.isFor)
  return { member: await findFollowed(db, follow), isWeekly }
}

/** The member of a follow with the list; null where an administrator has hidden the member. */
async function findFollowed(
  db: Queryable,
  { radr_user_id }: { radr_user_id: number },
): Promise<LinkedMember | null> {
  const member = await findMember(db, radr_user_id)
  if (member.hidden_reason !== null) return null
  const tracks = await listTracks(db, member.id)
  return {
    username: member.username,
    avatar: avatarPath(member.avatar),
    tracks: tracks.map(({ spotify_track_id, artwork, color }) => ({
      spotify_track_id,
      artwork,
      color,
    })),
  }
}
