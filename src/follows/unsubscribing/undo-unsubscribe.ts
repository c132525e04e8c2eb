import { sql } from 'kysely'
import { openMailLink } from '../../mail/mail-links.ts'
import { findStop, resumeMailbox } from '../../mail/mailboxes.queries.ts'
import type { Context } from '../../platform/context.ts'
import { forEachBatch } from '../../platform/database/batches.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { findLinkedSubscriber } from '../../subscribers/subscribers.queries.ts'
import { endedFollowLink, formerAddressLink, invalidMailLink } from '../follows.errors.ts'
import { lockFollows, lockSubscribers } from './unsubscribe.ts'

/** Takes a stop of all mail back, with the follows that it ended. Idempotent; throws `invalid_token`. */
export async function undoUnsubscribe(context: Pick<Context, 'db' | 'linkKey'>, token: string) {
  await context.db.transaction().execute(async trx => {
    const { address } = await findStoppedSubscriber({ ...context, db: trx }, token)
    const subscribers = await lockSubscribers(trx, address)
    await lockFollows(trx, subscribers)
    if (!(await findStop(trx, address))) return
    await forEachBatch(await findEndedLast(trx, subscribers), ids =>
      trx
        .updateTable('radr_follows')
        .set({ state: 'following', unsubscribed_date: null })
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .execute(),
    )
    await resumeMailbox(trx, address)
  })
}

/** Whose mail the link takes up again. Throws `invalid_token`. */
export async function findStoppedSubscriber(
  { db, linkKey }: { db: Queryable } & Pick<Context, 'linkKey'>,
  token: string,
) {
  const link = openMailLink(token, linkKey)
  if (!link?.isProven('resume')) throw invalidMailLink()
  const subscriber = await findLinkedSubscriber(db, link.id)
  if (!subscriber) throw endedFollowLink()
  if (!link.isFor('resume', subscriber.address)) throw formerAddressLink()
  return subscriber
}

/** A stop ends all follows at one time, after which none can be left. */
async function findEndedLast(trx: Transaction, registryIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, unsubscribed_date = max(unsubscribed_date) over () as is_last
      from radr_follows where registry_id = any(${registryIds}::int[]) and state = 'left'
    ) ended where is_last order by id`.execute(trx)
  return rows.map(({ id }) => id)
}
