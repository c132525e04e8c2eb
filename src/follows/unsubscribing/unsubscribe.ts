import { sql } from 'kysely'
import { openStopLink } from '../../mail/links/mail-links.ts'
import { findStop, lockMailboxes, stopMailbox } from '../../mail/mailboxes/mailboxes.queries.ts'
import type { Context } from '../../platform/context.ts'
import { batchSize, forEachBatch, idBatches } from '../../platform/database/batches.ts'
import type { Transaction } from '../../platform/database.ts'
import { endedFollowLink, formerAddressLink, invalidMailLink } from '../follows.errors.ts'
import { lockLinkedFollow } from '../follows.queries.ts'
import { lockLinkedSubscriber } from '../subscribers/subscribers.queries.ts'
import { endFollows } from '../unfollow.ts'
import { requestStoppedMail } from './mail-stopped.mail.ts'

/**
 * Ends the follow that a mail was about, with `all` every follow of the email and all mail to it; throws
 * `formerAddressLink` when the mail went to an email that the subscriber no longer has. A digest is about everybody
 * whom the subscriber follows: these follows are kept, without mail. Returns the
 * username of the member whom the mail was about, empty for a digest and for a member who deleted the account.
 */
export async function unsubscribeByLink(
  { db, clock, linkKey }: Context,
  token: string,
  all = false,
): Promise<string> {
  const link = openStopLink(token, linkKey)
  if (!link) throw invalidMailLink()
  return db.transaction().execute(async trx => {
    const follow = link.isWeekly ? null : await lockLinkedFollow(trx, link.id)
    const linked = link.isWeekly ? await lockLinkedSubscriber(trx, link.id) : follow
    if (!linked) {
      // The token is ours, so there were follows, and they ended with an account. Whose they were is not known any more.
      if (all) throw endedFollowLink()
      return ''
    }
    // The mailbox that an old mail is in may be another person's, or one that the subscriber left.
    if (!link.isFor(linked.address)) throw formerAddressLink()
    if (all) {
      const now = clock.now()
      const wasStopped = await findStop(trx, linked.address)
      await unsubscribeFromAll(trx, linked.address, now)
      const { address } = linked
      const id = follow?.subscriber_id ?? linked.id
      if (!wasStopped) await requestStoppedMail(trx, { id, address }, now)
    } else if (follow) await endFollows(trx, [follow.id], clock.now())
    else await switchMailOff(trx, linked.id)
    return follow?.username ?? ''
  })
}

async function switchMailOff(trx: Transaction, subscriberId: number) {
  await forEachBatch(await lockFollows(trx, [subscriberId]), ids =>
    trx
      .updateTable('radr_follows')
      .set({ mail_off: true })
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute(),
  )
}

/**
 * Ends the follows of every spelling of the email, because the stop is of the mailbox. They get the time of the stop, by
 * which `undoUnsubscribe` finds them.
 */
export async function unsubscribeFromAll(trx: Transaction, address: string, now: Date) {
  const follows = await lockFollows(trx, await lockSubscribers(trx, address))
  const mailbox = (await lockMailboxes(trx, [address], now)).get(address)
  // A mail that was requested while the locks were waited for is held, too.
  const stoppedAt = mailbox?.mails[0]?.requested_at ?? now
  if (mailbox?.stopped_at) await moveEnd(trx, follows, { from: mailbox.stopped_at, to: stoppedAt })
  await endFollows(trx, follows, stoppedAt)
  await stopMailbox(trx, address, stoppedAt)
}

/** The follows that an earlier stop ended get the time of the new one. */
const moveEnd = (trx: Transaction, follows: number[], { from, to }: { from: Date; to: Date }) =>
  forEachBatch(follows, ids =>
    trx
      .updateTable('radr_follows')
      .set({ unsubscribed_date: to })
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .where('state', '=', 'left')
      .where('unsubscribed_date', '=', from)
      .execute(),
  )

/**
 * The accounts with an email of the mailbox, then the subscribers by email; locked in the same order as by
 * `mergeEmailFollows`.
 */
export async function lockSubscribers(trx: Transaction, address: string): Promise<number[]> {
  const subscribers = trx.selectFrom('follower_registry').select('follower_registry.id')
  const accounts = await subscribers
    .innerJoin('users', 'users.id', 'user_id')
    .where(sql<boolean>`mailbox_of(users.email) = mailbox_of(${address})`)
    .orderBy('follower_registry.id')
    .forUpdate('follower_registry')
    .execute()
  const addresses = await subscribers
    .where(sql<boolean>`mailbox_of(follower_registry.email) = mailbox_of(${address})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return [...accounts, ...addresses].map(({ id }) => id)
}

/** Locks in the order of ids, as all that lock several follows do, so that no two transactions deadlock. */
export async function lockFollows(trx: Transaction, registryIds: number[]): Promise<number[]> {
  const ids: number[] = []
  const follows = idBatches(after =>
    trx
      .selectFrom('radr_follows')
      .select('id')
      .where(sql<boolean>`registry_id = any(${registryIds}::int[])`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .forNoKeyUpdate()
      .execute(),
  )
  for await (const batch of follows) ids.push(...batch)
  return ids
}
