import { type RawBuilder, sql } from 'kysely'
import type { SkipReason } from '../contract/states.shared.ts'
import { lockLimits, requestMails } from '../mail/mailboxes/mail-limits.ts'
import { domainOf, type MailOrigin } from '../mail/mailboxes/unconfirmed-budget.ts'
import type { MailKind } from '../mail/mails.ts'
import type { Transaction } from '../platform/database.ts'
import { changeDeliveries, skipDeliveries, skipWaiting } from './change-deliveries.ts'

/** The limit is that of a mailbox, so that accounts with many spellings of one email have it together. */
const kind: MailKind = 'drop'
/** Drop mails that one account gets in all before it confirms its email. */
export const maxMailsUnconfirmed = 3
/** One reason for every limit, and for a follow by the same email: the owner of the drop must not learn which it is. */
const reason: SkipReason = 'address not proven'

/**
 * Counts the deliveries to accounts without a confirmed address, and skips those that exceed a limit. Called in the
 * transaction that makes them pending, so that no sender claims one too early. Other deliveries are ignored.
 */
export async function limitUnconfirmed(
  context: Omit<MailOrigin, 'client'>,
  trx: Transaction,
  dropId: number,
  deliveryIds: number[],
  now: Date,
) {
  if (deliveryIds.length === 0) return
  const ids = await lockUnconfirmedAccounts(trx, dropId, deliveryIds)
  if (ids.length === 0) return
  const addresses = (await findDeliveries(trx, dropId, ids)).map(({ address }) => address)
  const mailboxes = await lockLimits(trx, addresses, now)
  // Reads again after the locks, so that it sees what was enqueued before them.
  const deliveries = await findDeliveries(trx, dropId, ids)
  const skipped: { id: number; reason: SkipReason }[] = []
  const wanted: Delivery[] = []
  for (const delivery of deliveries) {
    if (delivery.has_other_follow || delivery.earlier_mails >= maxMailsUnconfirmed)
      skipped.push({ id: delivery.id, reason })
    else wanted.push(delivery)
  }
  // The order of domains, whose budgets are locked, keeps two drops from waiting for each other.
  wanted.sort((a, b) => domainOf(a.address).localeCompare(domainOf(b.address), 'en'))
  const requests = wanted.map(({ address, user_id }) => ({ kind, address, subjectId: user_id }))
  const permissions = await requestMails(trx, mailboxes, requests, now, {
    countFor: { ...context, client: null },
  })
  for (const [index, { id }] of wanted.entries())
    if (!permissions[index]?.isAllowed) skipped.push({ id, reason })
  await skipDeliveries(trx, dropId, skipped)
}

/**
 * Skips all drop mails that wait for an account whose email an operator replaced (`member set-email`), if these and the
 * earlier ones are more than an account with an unconfirmed email gets. Some of them could still be sent; choosing which
 * is not worth the code.
 */
export async function limitWaiting(trx: Transaction, userId: number) {
  const { rows } = await sql<{ mails: number }>`
    select ${earlierDropMails(sql`0`)} as mails from (
      select id as subscriber_id from follower_registry where user_id = ${userId}
    ) r`.execute(trx)
  if ((rows[0]?.mails ?? 0) <= maxMailsUnconfirmed) return
  const isOfAccount = sql`follow_id in (select follow_id from recipients where user_id = ${userId})`
  // A mail that may have arrived at the former email is not sent again to the new one.
  await changeDeliveries(
    trx,
    sql`status = 'unknown' and ${isOfAccount}`,
    sql`next_attempt_at = null, leased_by = null, leased_until = null`,
  )
  await skipWaiting(trx, isOfAccount, reason)
}

/** Locks the accounts, so that none gets another address before its mails are counted. Returns their deliveries. */
async function lockUnconfirmedAccounts(trx: Transaction, dropId: number, deliveryIds: number[]) {
  const { rows } = await sql<{ id: number }>`
    select n.id from drop_notifications n
    join radr_follows f on f.id = n.follow_id join follower_registry r on r.id = f.registry_id
    where n.drop_id = ${dropId} and n.id = any(${deliveryIds}::bigint[]) and ${isUnconfirmedAccount(sql`r`)}
    order by r.id for share of r`.execute(trx)
  return rows.map(({ id }) => id)
}

type Delivery = {
  id: number
  user_id: number
  address: string
  earlier_mails: number
  has_other_follow: boolean
}

async function findDeliveries(trx: Transaction, dropId: number, deliveryIds: number[]) {
  const { rows } = await sql<Delivery>`
    select n.id, r.user_id, r.address, ${earlierDropMails(sql`n.id`)} as earlier_mails,
      ${hasOtherFollow} as has_other_follow
    from drop_notifications n join recipients r using (follow_id)
    where n.drop_id = ${dropId} and n.id = any(${deliveryIds}::bigint[])
    order by n.id
  `.execute(trx)
  return rows
}

/**
 * Holds for a row of `follower_registry` of an account that has not confirmed its email: `email` there is null until it
 * does. The same as not `address_confirmed` in the view `subscribers`.
 */
export const isUnconfirmedAccount = (registry: RawBuilder<unknown>) =>
  sql<boolean>`(${registry}.email is null and ${registry}.user_id is not null)`

/** Drop mails of the account whose subscriber is `r.subscriber_id`, except the delivery with the id `except`. */
export const earlierDropMails = (except: RawBuilder<unknown>) => sql<number>`(
  select count(*) from radr_follows follow join drop_notifications earlier on earlier.follow_id = follow.id
  where follow.registry_id = r.subscriber_id and earlier.id <> ${except}
    and earlier.status in ('pending', 'sending', 'sent', 'retry', 'unknown')
)`

/** Whether the email of the account `r`, a row of `recipients`, follows the same member by itself, or is blocked by them. */
export const hasOtherFollow = sql<boolean>`exists (
  select from follower_registry visitor join radr_follows follow on follow.registry_id = visitor.id
  where lower(visitor.email) = lower(r.address) and follow.radr_user_id = r.radr_user_id
    and follow.state in ('following', 'blocked')
)`
