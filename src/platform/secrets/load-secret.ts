import { randomBytes } from 'node:crypto'
import type { Database } from '../database.ts'

type SecretName = 'links' | 'outbox' | 'push'

/** A 256-bit key that all processes on one database share; created on first use. */
export async function loadSecret(db: Database, name: SecretName): Promise<Buffer> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Buffer.from(value)
}
