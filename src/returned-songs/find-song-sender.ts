import { sql } from 'kysely'
import type { Viewer } from '../contract/viewer.ts'
import { followerHidden, invalidMailLink, requireOwner } from '../follows/follows.errors.ts'
import { lockCurrentFollow, resolveFollow } from '../follows/follows.queries.ts'
import { openMailLink } from '../mail/links/mail-links.ts'
import { memberNotFound } from '../members/members.errors.ts'
import { avatarPath, findMemberByName } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Queryable, Transaction } from '../platform/database.ts'
import { notSignedIn } from '../platform/errors.ts'
import { onlyFollowersSend, senderNotConfirmed, songsRefused } from './returned-songs.errors.ts'

/** The token of a mailed link, or the account that is signed in with the name of the member whom it follows. */
export type From = { token: string } | { viewer: Pick<Viewer, 'id'> | null; to: string }

export type LinkContext = Pick<Context, 'linkKey'> & { db: Queryable }

/**
 * The follow that sends, with the member whom it is for. Throws `invalid_token`, `notSignedIn`, `memberNotFound`,
 * `songsRefused`, `onlyFollowersSend`, `senderNotConfirmed` and `followerHidden`.
 */
export async function findSongSender(context: LinkContext, from: From) {
  const follow =
    'token' in from ? await findByToken(context, from.token) : await findOwn(context.db, from)
  const { username } = follow
  if (follow.member_hidden) throw memberNotFound()
  if (!follow.accepts_songs) throw songsRefused(username)
  if (!follow.is_following) throw onlyFollowersSend(username)
  // With an email that is not confirmed, an account can follow a member who has blocked the owner of that email.
  if (!follow.address_confirmed) throw senderNotConfirmed()
  // Its code is `member_hidden`, as when a hidden account follows.
  if (follow.sender_hidden) throw followerHidden('send songs to anybody')
  return {
    followId: follow.follow_id,
    address: follow.address,
    sender: follow.sender,
    member: { id: follow.radr_user_id, username, avatar: avatarPath(follow.avatar) },
  }
}

/** The same, for a change: an end or a block of the follow waits, and so does this for one that has begun. */
export async function lockSongSender(
  { linkKey, trx }: Pick<Context, 'linkKey'> & { trx: Transaction },
  from: From,
  followId: number,
) {
  await lockCurrentFollow(trx, followId)
  return findSongSender({ linkKey, db: trx }, from)
}

async function findByToken({ db, linkKey }: LinkContext, token: string) {
  const link = openMailLink(token, linkKey)
  if (!link?.isSigned('song')) throw invalidMailLink()
  const follow = await selectSongSender(db)
    .where('follow_id', '=', resolveFollow(link.id))
    .executeTakeFirst()
  return requireOwner(follow ?? null, address => link.isFor('song', address))
}

async function findOwn(db: Queryable, { viewer, to }: Extract<From, { to: string }>) {
  if (!viewer) throw notSignedIn()
  const member = await findMemberByName(db, to)
  return selectSongSender(db)
    .where('recipients.user_id', '=', viewer.id)
    .where('radr_user_id', '=', member.id)
    .executeTakeFirstOrThrow(() => onlyFollowersSend(member.username))
}

const selectSongSender = (db: Queryable) =>
  db
    .selectFrom('recipients')
    .innerJoin('users as member', 'member.id', 'radr_user_id')
    .leftJoin('users as account', 'account.id', 'recipients.user_id')
    .select(['follow_id', 'radr_user_id', 'is_following', 'address', 'address_confirmed'])
    .select(['member.username', 'member.avatar', 'member.accepts_songs'])
    .select([
      'account.username as sender',
      sql<boolean>`member.hidden_reason is not null`.as('member_hidden'),
      sql<boolean>`account.hidden_reason is not null`.as('sender_hidden'),
    ])
