import { sql } from 'kysely'
import { batchSize, inBatches, readBatches } from '../platform/database/batches.ts'
import type { Transaction } from '../platform/database.ts'
import { lockAccountSubscriber, lockEmailSubscriber } from './subscribers.queries.ts'

/**
 * Moves the follows by email, from before the account confirmed its address, to the account. Of two
 * follows of one member a blocked one stays, else the one with the later decision. The other refers to it, so that links in
 * old mails still work, and is never mailed again.
 */
export async function mergeEmailFollows(
  trx: Transaction,
  { id, email }: { id: number; email: string },
) {
  const account = await lockAccountSubscriber(trx, id)
  const byEmail = await lockEmailSubscriber(trx, email)
  if (byEmail.id === account.id) return
  await retireDuplicates(trx, account.id, byEmail.id)
  await inBatches(() => moveBatch(trx, byEmail.id, account.id))
  const { digest_time_zone } = await trx
    .deleteFrom('follower_registry')
    .where('id', '=', byEmail.id)
    .returning('digest_time_zone')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('follower_registry')
    .set(({ fn, ref, val }) => ({
      email,
      digest_time_zone: fn.coalesce(ref('digest_time_zone'), val(digest_time_zone)),
    }))
    .where('id', '=', account.id)
    .execute()
}

/** Retires the follow with the earlier decision where both follow the same member. */
async function retireDuplicates(trx: Transaction, accountId: number, byEmailId: number) {
  // A subscriber has one follow for each member, so the retired ones get a subscriber of their own.
  let subscriberId: number | undefined
  for await (const pairs of readBatches(after => lockPairs(trx, accountId, byEmailId, after))) {
    subscriberId ??= await createMergedSubscriber(trx, accountId)
    await sql`
      update radr_follows set registry_id = ${subscriberId}, merged_into = survivor, unsubscribed = true
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (retired bigint, survivor bigint)
      where radr_follows.id = retired
    `.execute(trx)
    // Of an earlier merge: an account can change its address more than once.
    await sql`
      update radr_follows set merged_into = survivor
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (retired bigint, survivor bigint)
      where merged_into = retired
    `.execute(trx)
  }
}

type Pair = { id: number; retired: number; survivor: number }

async function lockPairs(trx: Transaction, accountId: number, byEmailId: number, after: number) {
  const emailWins = sql`${decision('by_email')} > ${decision('account')}`
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

async function createMergedSubscriber(trx: Transaction, accountId: number): Promise<number> {
  const { id } = await trx
    .insertInto('follower_registry')
    .values({ merged_into: accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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

/** A block stays whatever was decided later; else by when the person last followed or unfollowed; a request that was never confirmed is neither. */
function decision(follow: 'account' | 'by_email') {
  const of = (column: string) => sql.ref(`${follow}.${column}`)
  return sql`(${of('blocked_at')} is not null, case when ${of('verified')} or ${of('unsubscribed')}
    then greatest(${of('last_subscription_date')}, ${of('unsubscribed_date')}, ${of('created_at')})
    else '-infinity'::timestamptz end)`
}
