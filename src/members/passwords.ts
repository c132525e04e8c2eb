import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id as OWASP advises it: 19 MiB, two passes, one lane. Takes about 20 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(normal(password), cost)

/** Without an account it takes as long, so that time does not tell who is registered. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const fits = await verify(stored ?? (await nobodysPassword), normal(password))
  return fits && stored !== undefined
}

const nobodysPassword = hashPassword(randomUUID())

/** The same letters typed on another system are the same password. */
function normal(password: string) {
  return password.normalize('NFKC')
}
