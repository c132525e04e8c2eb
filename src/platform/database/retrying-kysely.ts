import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type TransactionBuilder } from 'kysely'

const attempts = 6

/** Retries a transaction after a deadlock or a serialization failure: it must have no effects outside the database. */
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
      if (attempt === attempts || !isAborted(error)) throw error
    }
    // Random, so that the same transactions do not collide again.
    await wait(Math.random() * 20 * 2 ** attempt)
  }
}

const isAborted = (error: unknown) =>
  error instanceof Error && 'code' in error && ['40001', '40P01'].includes(String(error.code))
