import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import type { Member } from './members.queries.ts'
import { lockAccountSubscriber, lockEmailSubscriber } from './subscribers.queries.ts'

/**
 * Joins the follows made by email, before the address was proven, to those of the account. Of two
 * follows of the same member the one decided later stays; the other points to it, so that the links
 * in old mails still work, and is never mailed again.
 */
export async function mergeEmailFollows(
  trx: Transaction,
  { id, email }: Pick<Member, 'id' | 'email'>,
) {
  const account = await lockAccountSubscriber(trx, id)
  const visitor = await lockEmailSubscriber(trx, email)
  if (visitor.id === account.id) return
  await retireDoubles(trx, account.id, visitor.id)
  await trx
    .updateTable('radr_follows')
    .set({ registry_id: account.id })
    .where('registry_id', '=', visitor.id)
    .execute()
  await trx.deleteFrom('follower_registry').where('id', '=', visitor.id).execute()
  await trx.updateTable('follower_registry').set({ email }).where('id', '=', account.id).execute()
}

/** Sets aside the earlier decided of each two follows of one member. */
async function retireDoubles(trx: Transaction, accountRow: number, visitorRow: number) {
  const { rows } = await sql<{ loser: number; survivor: number }>`
    select
      case when ${decision('visitor')} > ${decision('account')} then account.id else visitor.id end as loser,
      case when ${decision('visitor')} > ${decision('account')} then visitor.id else account.id end as survivor
    from radr_follows account
    join radr_follows visitor using (radr_user_id)
    where account.registry_id = ${accountRow} and visitor.registry_id = ${visitorRow}
    for update of account, visitor
  `.execute(trx)
  if (rows.length === 0) return
  // A registry row keeps one follow per member, so those set aside get a row of their own.
  const retired = await trx
    .insertInto('follower_registry')
    .values({ merged_into: accountRow })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { loser, survivor } of rows) {
    await trx
      .updateTable('radr_follows')
      .set({ registry_id: retired.id, merged_into: survivor, unsubscribed: true })
      .where('id', '=', loser)
      .execute()
  }
}

/** When somebody last said yes or no; a request that was never confirmed is neither. */
function decision(follow: 'account' | 'visitor') {
  const of = (column: string) => sql.ref(`${follow}.${column}`)
  return sql`case when ${of('verified')} or ${of('unsubscribed')}
    then greatest(${of('last_subscription_date')}, ${of('unsubscribed_date')}, ${of('created_at')})
    else '-infinity'::timestamptz end`
}
