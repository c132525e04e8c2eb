import { sql } from 'kysely'
import { openStopLink } from '../../mail/links/mail-links.ts'
import { findStops, lockMailboxes, stopMailbox } from '../../mail/mailboxes/mailboxes.queries.ts'
import type { Context } from '../../platform/context.ts'
import { forEachBatch } from '../../platform/database/batches.ts'
import type { Transaction } from '../../platform/database.ts'
import { endedFollowLink, formerAddressLink, invalidMailLink } from '../follows.errors.ts'
import { lockCurrentFollow, lockFollows } from '../follows.queries.ts'
import { lockLinkedSubscriber, lockSubscribers } from '../subscribers/subscribers.queries.ts'
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
    const recipient = await lockRecipient(trx, link)
    if (!recipient) {
      // The token is ours, so there were follows, and they ended with an account. Whose they were is not known any more.
      if (all) throw endedFollowLink()
      return ''
    }
    const { subscriberId, address, follow } = recipient
    // The mailbox that an old mail is in may be another person's, or one that the subscriber left.
    if (!link.isFor(address)) throw formerAddressLink()
    if (all) {
      const now = clock.now()
      const before = await findStops(trx, address)
      await unsubscribeFromAll(trx, address, now)
      if (!before?.stopped_at) await requestStoppedMail(trx, { id: subscriberId, address }, now)
    } else if (follow) await endFollows(trx, [follow.id], clock.now())
    else await switchMailOff(trx, subscriberId)
    return follow?.username ?? ''
  })
}

/** The subscriber to whom the mail went, with the follow that it was about; `follow` is null for a digest. */
async function lockRecipient(
  trx: Transaction,
  { id, isWeekly }: { id: number; isWeekly: boolean },
) {
  if (isWeekly) {
    const subscriber = await lockLinkedSubscriber(trx, id)
    return subscriber && { subscriberId: subscriber.id, address: subscriber.address, follow: null }
  }
  const follow = await lockCurrentFollow(trx, id)
  return follow && { subscriberId: follow.subscriber_id, address: follow.address, follow }
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
  // Reads the mails requested after `now`, while the locks were waited for: the stop holds these, too, because it
  // gets the time of the newest (`wasStoppedSince` compares the times).
  const mailbox = (await lockMailboxes(trx, [address], now)).get(address)
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
