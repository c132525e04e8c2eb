import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { type DeletableTable, deleteInBatches } from '../../platform/database/batches.ts'
import type { Transaction } from '../../platform/database.ts'
import { defineJob } from '../../platform/queue.ts'

/** What a slice has of an account besides the few rows that are deleted with it. `operations/account-parts.ts` lists the parts of all. */
export type AccountPart = {
  /** Called in the transaction that confirms the account's email. */
  confirm?(trx: Transaction, account: { id: number; email: string }, now: Date): Promise<unknown>
  /** Ends its effects in the transaction that deletes the account. */
  end?(trx: Transaction, userId: number, now: Date): Promise<unknown>
  /** Rows that can be many. */
  table: DeletableTable
  isOf(userId: number): RawBuilder<unknown>
}

export type AccountParts = { accountParts: readonly AccountPart[] }

/** Deletes in batches: the cascade from `users` could hold its locks for minutes. Interrupted, it continues with what is left. */
export const removeAccount = defineJob({
  name: 'remove-account',
  options: { retryLimit: 20, retryDelay: 30, retryBackoff: true, expireInSeconds: 60 * 60 },
  async run(
    { db, log, accountParts }: Pick<Context, 'db' | 'log'> & AccountParts,
    { userId }: { userId: number },
    signal,
  ) {
    for (const { table, isOf } of accountParts)
      await deleteInBatches(db, table, isOf(userId), signal)
    await sql`delete from users where id = ${userId}`.execute(db)
    log.info('a deleted account was removed')
  },
})
