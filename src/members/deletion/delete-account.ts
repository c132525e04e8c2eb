import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tables } from '../../contract/tables.ts'
import { deletedEmailHost } from '../../mail/mailboxes/suppression.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { invalidInput } from '../../platform/errors.ts'
import type { Queue } from '../../platform/queue.ts'
import { lockMember, type Member, updateMember } from '../members.queries.ts'
import { changeByPassword } from '../passwords/passwords.ts'
import { endEverySession } from '../sessions/sessions.ts'
import { type AccountParts, removeAccount } from './remove-account.job.ts'

const reservedMs = 365 * 24 * 60 * 60 * 1000

/** Deletes an account. Throws `wrongPassword`, and `invalid_input` for another name than the member's. */
export async function deleteAccount(
  context: Context & AccountParts,
  userId: number,
  { username, password }: { username: string; password: string },
) {
  await changeByPassword(context, userId, password, async (trx, member) => {
    if (member.username.toLowerCase() !== username.toLowerCase())
      throw invalidInput('This is not your username.', 'username')
    await eraseAccount(context, trx, userId)
  })
}

/** Ends the account's page, sessions and mail, and erases name and email at once; a job removes the rows, which can be many. */
export async function eraseAccount(
  { queue, clock, accountParts }: { queue: Pick<Queue, 'send'>; clock: Clock } & AccountParts,
  trx: Transaction,
  userId: number,
) {
  const now = clock.now()
  await reserveNames(trx, await lockMember(trx, userId), now)
  await makeAnonymous(trx, userId)
  for (const { end } of accountParts) await end?.(trx, userId, now)
  for (const table of ['email_confirmations', 'password_resets'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await endEverySession(trx, userId)
  await queue.send(removeAccount, { userId }, trx)
}

async function reserveNames(trx: Transaction, { id, username }: Member, now: Date) {
  const until = new Date(now.getTime() + reservedMs)
  await sql`
    insert into deleted_usernames (username, reserved_until)
    select ${username}, ${until}::timestamptz
    union all
    select username, reserved_until from previous_usernames where user_id = ${id} and reserved_until > ${now}
    on conflict (lower(username)) do update
      set reserved_until = greatest(deleted_usernames.reserved_until, excluded.reserved_until)
  `.execute(trx)
  await trx.deleteFrom('previous_usernames').where('user_id', '=', id).execute()
}

/** Columns that stay as they are until the row is removed; all others are erased at once. */
type UntilRemoved = 'id' | 'created_at' | 'email_changed_at' | 'updated_at' | 'tracks_updated_at'

async function makeAnonymous(trx: Transaction, userId: number) {
  const name = `deleted-${randomBytes(8).toString('hex')}`
  await updateMember(trx, userId, {
    username: name,
    email: `${name}@${deletedEmailHost}`,
    // An empty text is no hash, so no password matches.
    password: '',
    avatar: null,
    spotify_user_id: null,
    email_confirmed_at: null,
    email_unsent: false,
    is_admin: false,
    is_dev_user: false,
    accepts_songs: true,
    hidden_reason: 'The account is being deleted.',
  } satisfies Record<Exclude<keyof Tables['users'], UntilRemoved>, unknown>)
}
