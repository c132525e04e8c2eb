import { sql } from 'kysely'
import { forgetMailbox } from '../../../mail/mailboxes/mailboxes.queries.ts'
import { forgetSuppression } from '../../../mail/mailboxes/suppression.ts'
import { findMemberByEmail } from '../../../members/members.queries.ts'
import type { Database, Transaction } from '../../../platform/database.ts'
import { invalidInput } from '../../../platform/errors.ts'

/** Erases an email that is no account's. Returns whether anything was stored. Throws `invalid_input` for an account's. */
export async function eraseAddress(db: Database, address: string): Promise<boolean> {
  return db.transaction().execute(async trx => {
    const account = await findMemberByEmail(trx, address)
    if (account)
      throw invalidInput(
        `Nothing was deleted: this is the address of the account ${account.username}, which "member delete ${account.username}" deletes.`,
      )
    const erased = [
      await eraseFollows(trx, address),
      await forgetSuppression(trx, address),
      await forgetMailbox(trx, address),
    ]
    return erased.includes(true)
  })
}

async function eraseFollows(trx: Transaction, address: string): Promise<boolean> {
  // A request to follow locks its subscriber too, and creates it again if it had to wait.
  const subscriber = await trx
    .selectFrom('follower_registry')
    .select('id')
    .where(sql`lower(email)`, '=', address.toLowerCase())
    .where('user_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!subscriber) return false
  await trx.deleteFrom('follower_registry').where('id', '=', subscriber.id).execute()
  return true
}
