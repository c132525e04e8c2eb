import { sql } from 'kysely'
import { openMailLink } from '../../mail/links/mail-links.ts'
import { findStops, resumeMailbox } from '../../mail/mailboxes/mailboxes.queries.ts'
import type { Context } from '../../platform/context.ts'
import { forEachBatch } from '../../platform/database/batches.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { complainedLink, invalidMailLink, requireOwner } from '../follows.errors.ts'
import { lockFollows } from '../follows.queries.ts'
import { findLinkedSubscriber, lockSubscribers } from '../subscribers/subscribers.queries.ts'

/**
 * Takes the last stop of all mail back, with the follows that it ended, also when mail was resumed in another way since.
 * Idempotent; throws `invalid_token`.
 */
export async function undoUnsubscribe(context: Pick<Context, 'db' | 'linkKey'>, token: string) {
  await context.db.transaction().execute(async trx => {
    const find = () => findStoppedSubscriber({ ...context, db: trx }, token)
    const { address } = await find()
    const subscribers = await lockSubscribers(trx, address)
    await lockFollows(trx, subscribers)
    // A complaint may have come while the locks were waited for.
    await find()
    const stops = await findStops(trx, address)
    const lastStop = stops?.stopped_at ?? stops?.ended_stop_at
    if (!lastStop || (stops?.stopped_at && !(await resumeMailbox(trx, address)))) return
    await forEachBatch(await findEndedAt(trx, subscribers, lastStop), ids =>
      trx
        .updateTable('radr_follows')
        .set({ state: 'following', unsubscribed_date: null })
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .execute(),
    )
  })
}

/** The subscriber whose mail the link takes up again. Throws `invalid_token`, also after a complaint, which the link does not lift. */
export async function findStoppedSubscriber(
  { db, linkKey }: { db: Queryable } & Pick<Context, 'linkKey'>,
  token: string,
) {
  const link = openMailLink(token, linkKey)
  if (!link?.isSigned('resume')) throw invalidMailLink()
  const subscriber = requireOwner(await findLinkedSubscriber(db, link.id), address =>
    link.isFor('resume', address),
  )
  if ((await findStops(db, subscriber.address))?.has_complained) throw complainedLink()
  return subscriber
}

/** The follows that a stop ended: those that ended earlier have another time. */
async function findEndedAt(trx: Transaction, registryIds: number[], stoppedAt: Date) {
  const { rows } = await sql<{ id: number }>`
    select id from radr_follows
    where registry_id = any(${registryIds}::int[]) and state = 'left' and unsubscribed_date = ${stoppedAt}
    order by id`.execute(trx)
  return rows.map(({ id }) => id)
}
