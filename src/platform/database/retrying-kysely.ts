import { setTimeout as wait } from 'node:timers/promises'
import { type Dialect, Kysely } from 'kysely'

const attempts = 6

/**
 * Retries a statement, or a transaction as a whole, after a deadlock or a serialization failure. A transaction must have
 * no effects outside the database.
 */
export function openRetryingKysely<Tables>(dialect: Dialect): Kysely<Tables> {
  const driver = dialect.createDriver()
  dialect.createDriver = () => driver
  const executor = new Kysely<Tables>({ dialect }).getExecutor()
  return new Kysely<Tables>({
    config: { dialect },
    dialect,
    driver,
    // A transaction takes one connection for all of its statements, a statement outside one its own.
    executor: executor.withConnectionProvider({
      provideConnection: (consumer, options) =>
        retry(() => executor.provideConnection(consumer, options)),
    }),
  })
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
