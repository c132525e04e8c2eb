import { sql } from 'kysely'
import type { AccountPart } from '../members/deletion/remove-account.job.ts'
import { followsNow } from './follows.queries.ts'
import { mergeEmailFollows } from './subscribers/merge-email-follows.ts'

export const followersOfAccount: AccountPart = {
  table: 'radr_follows',
  isOf: userId => sql`radr_user_id = ${userId}`,
}

export const followsOfAccount: AccountPart = {
  confirm: mergeEmailFollows,
  async end(trx, userId, now) {
    await sql`update radr_follows set state = 'left', unsubscribed_date = ${now}
      where ${followsNow} and ${followsOfAccount.isOf(userId)}`.execute(trx)
    // Links that wait in mails to this email end: a follow that they confirmed would be removed with the account.
    await sql`update radr_follows set verification_token = null, last_verification_email = null
      where ${followsOfAccount.isOf(userId)}
        and (verification_token is not null or last_verification_email is not null)`.execute(trx)
    // The email is free for a follow that begins before the rows are removed. Copies of it in the follows change, too.
    await trx
      .updateTable('follower_registry')
      .set({ email: null })
      .where('user_id', '=', userId)
      .execute()
  },
  table: 'radr_follows',
  isOf: userId => sql`registry_id = (select id from follower_registry where user_id = ${userId})`,
}
