import { sql } from 'kysely'
import { followsNow } from '../follows/follows.queries.ts'
import type { Queryable } from '../platform/database.ts'
import {
  earlierDropMails,
  hasOtherFollow,
  isUnconfirmedAccount,
  maxMailsUnconfirmed,
} from './unconfirmed-recipients.ts'

/** Each follower is looked up by itself, so nobody waits for the count of more. */
const maxCounted = 1_000

/**
 * How many followers would get a drop made now by mail, at once or weekly; null if there are too many followers to
 * count. With `mailsAtMost` it may be fewer: an account that has not confirmed its email counts as mailed even if mail to
 * that email is stopped or suppressed, because the number must not tell what happened at an email that may be a stranger's.
 * `feedOnly` is how many members would get no mail, but have the drop in their feed.
 */
export async function countNextMails(
  db: Queryable,
  memberId: number,
  now: Date,
): Promise<{ mails: number | null; mailsAtMost: boolean; feedOnly: number }> {
  const { rows } = await sql<Counted>`
    select count(*) as followers, count(*) filter (where gets_mail) as mails,
      count(*) filter (where account.is_member and not gets_mail) as "feedOnly",
      coalesce(bool_or(account.is_limited), false) as "mailsAtMost"
    from (
      select * from radr_follows
      where radr_user_id = ${memberId} and ${followsNow}
      limit ${sql.lit(maxCounted + 1)}
    ) f
    -- The limit keeps PostgreSQL from reading all recipients to join them.
    cross join lateral (
      select ${isUnconfirmedAccount(sql`registry`)} as is_limited,
        registry.user_id is not null as is_member,
        not ${hasOtherFollow} and ${earlierDropMails(sql`0`)} < ${sql.lit(maxMailsUnconfirmed)} as is_mailed
      from recipients r join follower_registry registry on registry.id = r.subscriber_id
      where r.follow_id = f.id limit 1
    ) account
    -- Without a drop no reason is stopped, left or mail off: f is filtered by the second, and the next lines ask the third.
    cross join lateral delivery_decision(null, f.id, ${now}) decision
    cross join lateral (
      select not f.mail_off
        and case when account.is_limited then account.is_mailed else decision.skip_reason is null end as gets_mail
    ) mailed`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('A statement that counts returned no row')
  const { followers, mails, mailsAtMost, feedOnly } = counted
  return { mails: followers > maxCounted ? null : mails, mailsAtMost, feedOnly }
}

type Counted = { followers: number; mails: number; mailsAtMost: boolean; feedOnly: number }
