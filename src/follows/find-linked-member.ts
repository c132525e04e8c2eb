import { openMailLink } from '../mail/mail-links.ts'
import { findLink } from '../mail/one-time-links.ts'
import { avatarAddress, findMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Queryable } from '../platform/database.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import { followConfirmation } from './confirmation/confirm-follow.job.ts'
import { invalidFollowLink, invalidUnsubscribeLink } from './follows.errors.ts'
import { findLinkedFollow } from './follows.queries.ts'
import type { LinkedMember } from './follows.schemas.ts'

type LinkContext = Pick<Context, 'db' | 'clock' | 'linkKey'>

/** Whom the link of a confirmation mail is about. Throws `invalidFollowLink`. */
export async function findMemberToConfirm({ db, clock }: LinkContext, token: string) {
  const link = await findLink(db, followConfirmation, token, clock.now())
  const member = link && (await findFollowed(db, link.id))
  if (!member) throw invalidFollowLink()
  return member
}

/** Whom the unsubscribe link of a mail is about; a digest is about nobody alone. Throws `invalidUnsubscribeLink`. */
export async function findMemberToUnsubscribeFrom({ db, linkKey }: LinkContext, token: string) {
  const link = openMailLink(token, linkKey)
  const member = link?.isProven && (await findFollowed(db, link.followId))
  if (!member) throw invalidUnsubscribeLink()
  return member
}

/** The member of a follow with the list; null where the follow ended with an account, or an administrator has hidden the member. */
async function findFollowed(db: Queryable, followId: number): Promise<LinkedMember | null> {
  const follow = await findLinkedFollow(db, followId)
  const member = follow && (await findMember(db, follow.radr_user_id))
  if (!member || member.hidden_reason !== null) return null
  const tracks = await listTracks(db, member.id)
  return {
    username: member.username,
    avatar: avatarAddress(member.avatar),
    tracks: tracks.map(({ spotify_track_id, artwork, tone }) => ({
      spotify_track_id,
      artwork,
      tone,
    })),
  }
}
