import { hash, verify } from '@node-rs/argon2'
import type { PasswordCost } from '../../platform/context.ts'

/** As OWASP advises for Argon2id: 19 MiB, two passes, one lane. */
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

/** Systems type the same letters in different Unicode forms. */
function normalize(password: string) {
  return password.normalize('NFKC')
}
