import { sql } from 'kysely'
import type { Tables } from '../contract/tables.ts'
import type { Config } from '../platform/config.ts'
import type { Queryable, Transaction } from '../platform/database.ts'
import { hashToken, newToken } from '../platform/secrets/tokens.ts'

/** A kind of link in mails: where its rows are, whose they are, and how long its tokens are valid. */
export type OneTimeLink = {
  /** Of the page that it opens. */
  path: string
  table: keyof Tables
  /** Column of the account or follow that the link is for. */
  owner: string
  /** Column of the token's hash; the token itself is only in the mail. */
  token: string
  expiresAt: string
  validMs: number
}

/** Creates the row of a link and returns its id. Its token follows with `renewToken` when the mail is sent. */
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

/** Gives a link a new token, which ends its earlier one, and returns it. */
export async function renewToken(db: Queryable, link: OneTimeLink, id: number, now: Date) {
  const { token, hash } = newToken()
  await sql`
    update ${sql.table(link.table)}
    set ${sql.ref(link.token)} = ${hash}, ${sql.ref(link.expiresAt)} = ${expiry(link, now)}
    where id = ${id}
  `.execute(db)
  return token
}

export const linkAddress = ({ publicUrl }: Config, { path }: OneTimeLink, token: string) =>
  `${publicUrl}${path}?token=${token}`

/** The row and the owner of the link with a token, valid or not. */
export async function findLink(db: Queryable, link: OneTimeLink, token: string, now: Date) {
  const { rows } = await sql<{ id: number; ownerId: number; isValid: boolean }>`
    select id, ${sql.ref(link.owner)} as "ownerId", ${isValid(link, now)} as "isValid"
    from ${sql.table(link.table)} where ${sql.ref(link.token)} = ${hashToken(token)}
  `.execute(db)
  return rows[0] ?? null
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

/** Ends all valid links of an owner. */
export async function expireLinks(trx: Transaction, link: OneTimeLink, ownerId: number, now: Date) {
  await sql`
    update ${sql.table(link.table)} set ${sql.ref(link.expiresAt)} = ${now}
    where ${sql.ref(link.owner)} = ${ownerId} and ${isValid(link, now)}
  `.execute(trx)
}

const isValid = ({ expiresAt }: OneTimeLink, now: Date) =>
  sql<boolean>`${sql.ref(expiresAt)} > ${now}`

const expiry = ({ validMs }: OneTimeLink, now: Date) => new Date(now.getTime() + validMs)
