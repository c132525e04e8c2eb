import { sql } from 'kysely'
import type { Queryable, Transaction } from '../../../platform/database.ts'
import { emailTaken } from '../../members.errors.ts'
import { updateMember } from '../../members.queries.ts'
import { setEmailConfirmed } from '../set-email-confirmed.ts'

export const findChange = (db: Queryable, id: number) =>
  db.selectFrom('email_changes').selectAll().where('id', '=', id).executeTakeFirst()

/** Gives a locked member an address that they have confirmed, with its follows. Throws `emailTaken`. */
export async function setEmail(trx: Transaction, userId: number, email: string, now: Date) {
  await updateMember(trx, userId, {
    email,
    email_confirmed_at: null,
    email_unsent: false,
    updated_at: now,
  })
  await ensureEmailIsFree(trx, { id: userId, email }, now)
  await setEmailConfirmed(trx, userId, now)
}

/**
 * Throws `emailTaken` while another member can get the address back by undoing a change. Call it after the
 * address was written to `users`: the unique index there has then waited for a member who gave it up.
 */
export async function ensureEmailIsFree(
  trx: Transaction,
  { id, email }: { id: number; email: string },
  now: Date,
) {
  const reserved = await trx
    .selectFrom('email_changes')
    .select('id')
    .where(sql`lower(old_email)`, '=', email.toLowerCase())
    .where('undo_expires_at', '>', now)
    .where('undone_at', 'is', null)
    .where('user_id', '<>', id)
    .executeTakeFirst()
  if (reserved) throw emailTaken()
}
