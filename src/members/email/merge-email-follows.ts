import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import type { Member } from '../members.queries.ts'
import { lockAccountSubscriber, lockEmailSubscriber } from './subscribers.queries.ts'

/**
 * Moves the follows by email, from before the account confirmed its address, to the account. Of two
 * follows of one member the one with the later decision stays. The other refers to it, so that links in
 * old mails still work, and is never mailed again.
 */
export async function mergeEmailFollows(
  trx: Transaction,
  { id, email }: Pick<Member, 'id' | 'email'>,
) {
  const account = await lockAccountSubscriber(trx, id)
  const byEmail = await lockEmailSubscriber(trx, email)
  if (byEmail.id === account.id) return
  await retireDuplicates(trx, account.id, byEmail.id)
  await trx
    .updateTable('radr_follows')
    .set({ registry_id: account.id })
    .where('registry_id', '=', byEmail.id)
    .execute()
  await trx.deleteFrom('follower_registry').where('id', '=', byEmail.id).execute()
  await trx.updateTable('follower_registry').set({ email }).where('id', '=', account.id).execute()
}

/** Retires the follow with the earlier decision where both follow the same member. */
async function retireDuplicates(trx: Transaction, accountId: number, byEmailId: number) {
  const emailWins = sql`${decision('by_email')} > ${decision('account')}`
  const { rows } = await sql<{ retired: number; survivor: number }>`
    select
      case when ${emailWins} then account.id else by_email.id end as retired,
      case when ${emailWins} then by_email.id else account.id end as survivor
    from radr_follows account
    join radr_follows by_email using (radr_user_id)
    where account.registry_id = ${accountId} and by_email.registry_id = ${byEmailId}
    for update of account, by_email
  `.execute(trx)
  if (rows.length === 0) return
  // A subscriber has one follow for each member, so the retired ones get a subscriber of their own.
  const subscriber = await trx
    .insertInto('follower_registry')
    .values({ merged_into: accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { retired, survivor } of rows) {
    await trx
      .updateTable('radr_follows')
      .set({ registry_id: subscriber.id, merged_into: survivor, unsubscribed: true })
      .where('id', '=', retired)
      .execute()
  }
}

/** When the person last followed or unfollowed; a request that was never confirmed is neither. */
function decision(follow: 'account' | 'by_email') {
  const of = (column: string) => sql.ref(`${follow}.${column}`)
  return sql`case when ${of('verified')} or ${of('unsubscribed')}
    then greatest(${of('last_subscription_date')}, ${of('unsubscribed_date')}, ${of('created_at')})
    else '-infinity'::timestamptz end`
}
