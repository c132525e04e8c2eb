import { sql } from 'kysely'
import { countStates } from '../../../delivery/delivery.queries.ts'
import { findMailbox } from '../../../mail/mailboxes/mailboxes.queries.ts'
import { isSuppressionOf } from '../../../mail/mailboxes/suppression.ts'
import { findMemberByEmail } from '../../../members/members.queries.ts'
import type { Queryable } from '../../../platform/database.ts'

export type StoredAddress = Awaited<ReturnType<typeof findAddress>>

/** Everything that is stored about an email, without regard to case. What is an account's is only named. */
export async function findAddress(db: Queryable, address: string) {
  const account = await findMemberByEmail(db, address)
  return {
    address,
    account: account ? { username: account.username, created_at: account.created_at } : null,
    follows: await findFollows(db, address),
    suppressions: await findSuppressions(db, address),
    mailbox: await findMailbox(db, address),
  }
}

async function findFollows(db: Queryable, address: string) {
  const follows = await db
    .selectFrom('follower_registry as subscriber')
    .innerJoin('radr_follows as follow', 'registry_id', 'subscriber.id')
    .innerJoin('users', 'users.id', 'radr_user_id')
    .select([
      'follow.id',
      'username',
      'follow.created_at as requested_at',
      'verified as confirmed',
      'last_subscription_date as following_since',
      'unsubscribed',
      'unsubscribed_date as unsubscribed_at',
      'mail_off',
      'digest_time_zone',
      'last_verification_email as last_confirmation_requested_at',
    ])
    .where(sql`lower(subscriber.email)`, '=', address.toLowerCase())
    .where('subscriber.user_id', 'is', null)
    .orderBy('follow.id')
    .execute()
  return Promise.all(
    follows.map(async ({ id, ...follow }) => ({
      ...follow,
      deliveries: await countStates(db, 'follow_id', id),
      reports: await findReports(db, id),
      songs: await findSongs(db, id),
    })),
  )
}

/** What was sent in answer to drops. */
const findSongs = (db: Queryable, followId: number) =>
  db
    .selectFrom('returned_songs')
    .innerJoin('drops', 'drops.id', 'drop_id')
    .select(['drop_number', 'spotify_track_id', 'words', 'returned_songs.created_at as sent_at'])
    .where('follow_id', '=', followId)
    .orderBy('returned_songs.id')
    .execute()

const findReports = (db: Queryable, followId: number) =>
  db
    .selectFrom('mail_events')
    .select(['kind', 'detail', 'created_at'])
    .where('follow_id', '=', followId)
    .orderBy('id')
    .execute()

const findSuppressions = (db: Queryable, address: string) =>
  db
    .selectFrom('suppressed_addresses')
    .select(['reason', 'detail', 'created_at', 'until'])
    .where(isSuppressionOf(address))
    .orderBy('id')
    .execute()
