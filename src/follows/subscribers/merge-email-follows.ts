import { type RawBuilder, sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/states.shared.ts'
import { batchSize, inBatches, readBatches } from '../../platform/database/batches.ts'
import type { Transaction } from '../../platform/database.ts'
import { moveWeeklyMail } from '../mail-frequency/choose-frequency.ts'
import { lockAccountSubscriber, lockEmailSubscriber } from './subscribers.queries.ts'

/**
 * Moves the follows of the subscriber by email to the account that has just confirmed the email. Where both follow a member,
 * one follow survives (`precedence`) and gets the deliveries of both. The ids of the retired follow and of the subscriber
 * become aliases, so that links in old mails still work.
 */
export async function mergeEmailFollows(
  trx: Transaction,
  { id, email }: { id: number; email: string },
  now: Date,
) {
  const account = await lockAccountSubscriber(trx, id)
  const byEmail = await lockEmailSubscriber(trx, email)
  if (byEmail.id === account.id) return
  // Nobody follows themselves: the email was not the account's when it began to.
  await trx
    .deleteFrom('radr_follows')
    .where('registry_id', '=', byEmail.id)
    .where('radr_user_id', '=', id)
    .execute()
  // Mails are locked before their deliveries, which `replaceDuplicates` locks: senders lock in this order.
  await sql`
    select from mails where subscriber_id in (${byEmail.id}, ${account.id})
    order by subscriber_id, id for update`.execute(trx)
  await replaceDuplicates(trx, account.id, byEmail.id)
  await inBatches(() => moveBatch(trx, byEmail.id, account.id))
  await aliasSubscriber(trx, byEmail.id, account.id)
  await moveMails(trx, byEmail.id, account.id)
  const { digest_time_zone } = await trx
    .deleteFrom('follower_registry')
    .where('id', '=', byEmail.id)
    .returning('digest_time_zone')
    .executeTakeFirstOrThrow()
  // An account that chose single mails is as one that chose nothing, so a weekly choice of the email applies to both.
  const merged = await trx
    .updateTable('follower_registry')
    .set(({ fn, ref, val }) => ({
      email,
      digest_time_zone: fn.coalesce(ref('digest_time_zone'), val(digest_time_zone)),
    }))
    .where('id', '=', account.id)
    .returning('digest_time_zone')
    .executeTakeFirstOrThrow()
  if (merged.digest_time_zone) await moveWeeklyMail(trx, account.id, now)
  // A member gets no notifications about follows that the merge ended.
  await sql`
    delete from push_follows p using radr_follows f
    where p.user_id = ${id} and f.registry_id = ${account.id} and f.radr_user_id = p.radr_user_id
      and f.state <> 'following'`.execute(trx)
}

async function aliasSubscriber(trx: Transaction, oldId: number, id: number) {
  // Ids that an earlier merge replaced by the old one lead to the new one now.
  await trx
    .updateTable('subscriber_aliases')
    .set({ subscriber_id: id })
    .where('subscriber_id', '=', oldId)
    .execute()
  // Usually `lockEmailSubscriber` has just added the row, so that no mail has its id. Such a row was created at the
  // transaction's `now()`.
  await sql`
    insert into subscriber_aliases (old_id, subscriber_id)
    select id, ${id}::integer from follower_registry where id = ${oldId} and created_at < now()`.execute(
    trx,
  )
}

/** If both have a weekly mail that is still open for drops, the drops of both come in that of the account. */
async function moveMails(trx: Transaction, from: number, to: number) {
  const open = sql`kind = 'weekly-mail' and status = 'pending'`
  await sql`
    with moved as (select id from mails where subscriber_id = ${from} and ${open}),
      kept as (select id from mails where subscriber_id = ${to} and ${open})
    update drop_notifications n set weekly_mail_id = kept.id from moved, kept
    where weekly_mail_id = moved.id`.execute(trx)
  await sql`
    delete from mails where subscriber_id = ${from} and ${open}
      and exists (select from mails where subscriber_id = ${to} and ${open})`.execute(trx)
  await trx
    .updateTable('mails')
    .set({ subscriber_id: to })
    .where('subscriber_id', '=', from)
    .execute()
}

/** Retires one of two follows of the same member. */
async function replaceDuplicates(trx: Transaction, accountId: number, byEmailId: number) {
  for await (const pairs of readBatches(after => lockPairs(trx, accountId, byEmailId, after))) {
    const pair = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (retired bigint, survivor bigint)`
    // Ids that an earlier merge replaced by a retired one lead to the survivor now.
    await sql`update follow_aliases set follow_id = survivor from ${pair} where follow_id = retired`.execute(
      trx,
    )
    await sql`insert into follow_aliases (old_id, follow_id) select retired, survivor from ${pair}`.execute(
      trx,
    )
    await moveDeliveries(trx, pair)
    await moveSongs(trx, pair)
    // The survivor follows since the earlier time, or it would miss a drop between the two that is not enqueued yet. No row
    // says when mail was switched off, so the survivor has none if either had none.
    await sql`
      update radr_follows f set mail_off = f.mail_off or r.mail_off,
        last_subscription_date = least(f.last_subscription_date, r.last_subscription_date)
      from ${pair} join radr_follows r on r.id = retired and r.state = 'following'
      where f.id = survivor and f.state = 'following'`.execute(trx)
    await sql`update mails set follow_id = survivor from ${pair} where follow_id = retired`.execute(
      trx,
    )
    // A survivor that has ended begins again by the link of a mail that was requested since.
    await sql`
      with retired as (
        delete from radr_follows using ${pair} where id = retired
        returning survivor, verification_token, verification_started_at, verification_expires_at, last_verification_email
      )
      update radr_follows f set verification_token = r.verification_token,
        verification_started_at = r.verification_started_at,
        verification_expires_at = r.verification_expires_at,
        last_verification_email = r.last_verification_email
      from retired r
      where id = survivor and f.verification_token is null and r.last_verification_email is not null
        and (state = 'following' or state in ('left', 'removed') and r.last_verification_email > unsubscribed_date)
    `.execute(trx)
  }
}

/** Keeps one of two deliveries of a drop, by `keptFirst`. */
async function moveDeliveries(trx: Transaction, pair: RawBuilder<unknown>) {
  // A sender that writes the state of one of these waits for this lock, and then finds its delivery or, where the other one was kept, nothing.
  await sql`
    select from drop_notifications where follow_id in (
      select retired from ${pair} union all select survivor from ${pair}
    ) order by id for update`.execute(trx)
  await sql`
    delete from drop_notifications where id in (
      select id from (
        select n.id, row_number() over (partition by survivor, drop_id
          order by array_position(${sql.val(keptFirst)}::text[], status), weekly_mail_id is not null, n.id) as place
        from ${pair} join drop_notifications n on follow_id in (retired, survivor)
      ) ranked where place > 1)`.execute(trx)
  await sql`update drop_notifications set follow_id = survivor from ${pair} where follow_id = retired`.execute(
    trx,
  )
  await sql`
    update mail_events event set follow_id = survivor from ${pair}
    where follow_id = retired and not exists (
      select from mail_events same where same.follow_id = survivor and same.kind = event.kind
        and same.report = event.report
        and coalesce(same.notification_id, 0) = coalesce(event.notification_id, 0))`.execute(trx)
}

/** Keeps the survivor's song if both sent one in answer to a drop. */
const moveSongs = (trx: Transaction, pair: RawBuilder<unknown>) =>
  sql`
    update returned_songs song set follow_id = survivor from ${pair}
    where follow_id = retired and not exists (
      select from returned_songs other
      where other.follow_id = survivor and other.drop_id = song.drop_id)`.execute(trx)

/** A delivery that was sent is kept first, or it would be sent again; then one that can be sent, or it would be lost. */
const keptFirst: DeliveryStatus[] = [
  'sent',
  'sending',
  'unknown',
  'retry',
  'pending',
  'failed',
  'skipped',
]

type Pair = { id: number; retired: number; survivor: number }

async function lockPairs(trx: Transaction, accountId: number, byEmailId: number, after: number) {
  const emailWins = sql`${precedence('by_email')} > ${precedence('account')}`
  const { rows } = await sql<Pair>`
    select account.id,
      case when ${emailWins} then account.id else by_email.id end as retired,
      case when ${emailWins} then by_email.id else account.id end as survivor
    from radr_follows account
    join radr_follows by_email using (radr_user_id)
    where account.registry_id = ${accountId} and by_email.registry_id = ${byEmailId}
      and account.id > ${after}
    order by account.id limit ${sql.lit(batchSize)}
    for update of account, by_email
  `.execute(trx)
  return rows
}

async function moveBatch(trx: Transaction, from: number, to: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('radr_follows')
    .set({ registry_id: to })
    .where('id', 'in', batch =>
      batch
        .selectFrom('radr_follows')
        .select('id')
        .where('registry_id', '=', from)
        .orderBy('id')
        .limit(batchSize),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * SQL for what decides which of two follows survives: a block does; else the one that the person began or ended last. A
 * follow that was never confirmed loses.
 */
function precedence(follow: 'account' | 'by_email') {
  const of = (column: string) => sql.ref(`${follow}.${column}`)
  return sql`(${of('state')} = 'blocked', case when ${of('verified')}
    then greatest(${of('last_subscription_date')}, ${of('unsubscribed_date')}, ${of('created_at')})
    else '-infinity'::timestamptz end)`
}
