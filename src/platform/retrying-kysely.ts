import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type TransactionBuilder } from 'kysely'

const attempts = 6

/**
 * Runs a transaction again when the database ended it in favour of another one (a deadlock, or on
 * some engines a conflict). What is done in a transaction must therefore all be undone with it.
 */
export class RetryingKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = work => retry(() => once(work))
    return builder
  }
}

async function retry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === attempts || !wasVictim(error)) throw error
    }
    // At random, so that those who met do not meet again.
    await wait(Math.random() * 20 * 2 ** attempt)
  }
}

/** Serialization failure and deadlock in PostgreSQL's list of error codes. */
const wasVictim = (error: unknown) =>
  error instanceof Error && 'code' in error && ['40001', '40P01'].includes(String(error.code))
