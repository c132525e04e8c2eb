import { hash, verify } from '@node-rs/argon2'
import type { Context, PasswordCost } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { wrongPassword } from '../members.errors.ts'
import { findMember, lockMember, type Member } from '../members.queries.ts'

/** What OWASP advises for Argon2id: 19 MiB, two passes, one lane. */
export const productionCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string, cost: PasswordCost) =>
  hash(normalize(password), cost)

/** Takes as long without an account, so that the time does not tell who is registered. No password fits an empty hash. */
export async function isPassword(
  password: string,
  stored: string | undefined,
  cost: PasswordCost,
): Promise<boolean> {
  if (stored) return verify(stored, normalize(password))
  await hashPassword(password, cost)
  return false
}

/** Changes what belongs to a member who has typed the password. Throws `wrongPassword`. */
export async function changeByPassword(
  { db, passwordCost }: Pick<Context, 'db' | 'passwordCost'>,
  userId: number,
  password: string,
  change: (trx: Transaction, member: Member) => Promise<void>,
) {
  const { password: stored } = await findMember(db, userId)
  if (!(await isPassword(password, stored, passwordCost))) throw wrongPassword()
  await db.transaction().execute(async trx => {
    const member = await lockMember(trx, userId)
    // The password was changed in between, and was right until then.
    if (member.password !== stored) throw wrongPassword()
    await change(trx, member)
  })
}

/** Systems type the same letters in different Unicode forms. */
function normalize(password: string) {
  return password.normalize('NFKC')
}
