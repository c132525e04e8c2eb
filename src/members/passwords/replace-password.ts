import { endLinks } from '../../mail/links/one-time-links.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { newToken } from '../../platform/secrets/tokens.ts'
import { passwordReset } from '../mailed-links.ts'
import { lockMember, updateMember } from '../members.queries.ts'
import { endEverySession } from '../sessions/sessions.ts'
import { hashPassword } from './passwords.ts'

export async function storePassword(trx: Transaction, userId: number, password: string, now: Date) {
  await updateMember(trx, userId, { password, updated_at: now })
  await endLinks(trx, passwordReset, userId)
  await endEverySession(trx, userId)
}

export async function replacePassword(
  { db, clock, passwordCost }: Pick<Context, 'db' | 'clock' | 'passwordCost'>,
  userId: number,
): Promise<string> {
  const password = newToken().token.slice(0, 20)
  const hash = await hashPassword(password, passwordCost)
  await db.transaction().execute(async trx => {
    await lockMember(trx, userId)
    await storePassword(trx, userId, hash, clock.now())
  })
  return password
}
