import { randomBytes } from 'node:crypto'
import type { Database } from '../database.ts'

type SecretName = 'links' | 'outbox' | 'push'

/** A 256-bit key that all processes on one database share; created on first use. */
export async function loadSecret(db: Database, name: SecretName): Promise<Buffer> {
  return (await readSecret(db, name)) ?? createSecret(db, name)
}

async function createSecret(db: Database, name: SecretName): Promise<Buffer> {
  const value = randomBytes(32)
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  // Another process may have created it first.
  return (await readSecret(db, name)) ?? value
}

async function readSecret(db: Database, name: SecretName): Promise<Buffer | null> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? Buffer.from(row.value) : null
}
