import { sql } from 'kysely'
import type { Tables } from '../../contract/tables.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { hashToken, newToken } from '../../platform/secrets/tokens.ts'

export type OneTimeLink = {
  path: string
  table: keyof Tables
  owner: string
  /** Column of the token's hash; the token itself is only in the mail. */
  token: string
  expiresAt: string
  validMs: number
  /** Locks the owner, as whatever ends the link does. */
  lockOwner(trx: Transaction, ownerId: number): Promise<unknown>
}

/** Creates a link whose token nobody knows before `setToken`, when its mail is composed. */
export async function createLink(
  db: Queryable,
  link: OneTimeLink,
  ownerId: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(link.table)} (${sql.ref(link.owner)}, ${sql.ref(link.token)},
      created_at, ${sql.ref(link.expiresAt)})
    values (${ownerId}, ${newToken().hash}, ${now}, ${expiry(link, now)})
    returning id
  `.execute(db)
  if (!rows[0]) throw new Error(`No row was created in ${link.table}`)
  return rows[0].id
}

/** Makes `token` the one that works, from now on. A link that was ended has no row, so a mail that waited does not revive it. */
export async function setToken(
  db: Queryable,
  link: OneTimeLink,
  { id, token, now }: { id: number; token: string; now: Date },
) {
  await sql`
    update ${sql.table(link.table)}
    set ${sql.ref(link.token)} = ${hashToken(token)}, ${sql.ref(link.expiresAt)} = ${expiry(link, now)}
    where id = ${id}
  `.execute(db)
}

export const linkUrl = ({ publicUrl }: Config, { path }: OneTimeLink, token: string) =>
  `${publicUrl}${path}?token=${token}`

export async function findLink(db: Queryable, link: OneTimeLink, token: string, now: Date) {
  const { rows } = await sql<{ id: number; ownerId: number; isValid: boolean }>`
    select id, ${sql.ref(link.owner)} as "ownerId", ${isValid(link, now)} as "isValid"
    from ${sql.table(link.table)} where ${sql.ref(link.token)} = ${hashToken(token)}
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Finds a link that is about to be used, and locks its owner. The link is looked up again then: another use or a new email
 * may have ended it while the lock was waited for.
 */
export async function lockLink(trx: Transaction, link: OneTimeLink, token: string, now: Date) {
  const found = await findLink(trx, link, token, now)
  if (!found) return null
  await link.lockOwner(trx, found.ownerId)
  return findLink(trx, link, token, now)
}

export async function countValidLinks(
  db: Queryable,
  link: OneTimeLink,
  ownerId: number,
  now: Date,
) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(link.table)}
    where ${sql.ref(link.owner)} = ${ownerId} and ${isValid(link, now)}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Ends the links of an owner, also those whose mails still wait. */
export async function endLinks(trx: Transaction, link: OneTimeLink, ownerId: number) {
  await sql`
    delete from ${sql.table(link.table)} where ${sql.ref(link.owner)} = ${ownerId}
  `.execute(trx)
}

const isValid = ({ expiresAt }: OneTimeLink, now: Date) =>
  sql<boolean>`${sql.ref(expiresAt)} > ${now}`

const expiry = ({ validMs }: OneTimeLink, now: Date) => new Date(now.getTime() + validMs)
