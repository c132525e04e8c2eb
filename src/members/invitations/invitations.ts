import { paths } from '../../contract/paths.shared.ts'
import type { Context } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http.ts'
import { hashToken, newToken } from '../../platform/secrets/tokens.ts'
import { invalidInvitation, registrationClosed, tooManyInvitations } from '../members.errors.ts'
import { isShown, lockMember } from '../members.queries.ts'
import type { OpenInvitation } from './invitations.schemas.ts'

const validMs = 7 * 24 * 60 * 60 * 1000

/** Returns the address of a page on which one account can be created. `user_id` is who invites; null for the operator. */
export async function createInvitation(
  { db, config, clock }: Pick<Context, 'config' | 'clock'> & { db: Queryable },
  user_id: number | null = null,
): Promise<string> {
  const { token, hash } = newToken()
  const now = clock.now()
  const expires_at = new Date(now.getTime() + validMs)
  await db
    .insertInto('invitations')
    .values({ user_id, token_hash: hash, created_at: now, expires_at })
    .execute()
  return `${config.publicUrl}${paths.login}?invitation=${token}#create-account`
}

/** Returns the link; throws `forbidden` and `tooManyInvitations`. */
export function invite(context: Context, { id, is_admin, hidden_reason }: Viewer): Promise<string> {
  const { db, config, clock } = context
  const max = is_admin ? Number.POSITIVE_INFINITY : (config.memberInvitations ?? 0)
  if (config.registration !== 'invite' || max === 0 || hidden_reason !== null) throw forbidden()
  return db.transaction().execute(async trx => {
    await lockMember(trx, id)
    const { open } = await openInvitations(trx, clock.now())
      .where('user_id', '=', id)
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .executeTakeFirstOrThrow()
    if (open >= max) throw tooManyInvitations()
    return createInvitation({ ...context, db: trx }, id)
  })
}

/** The latest 100: an administrator gets everybody's, others their own. */
export async function findVisibleInvitations(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, is_admin }: Viewer,
): Promise<OpenInvitation[]> {
  const rows = await openInvitations(db, clock.now())
    .$if(!is_admin, all => all.where('invitations.user_id', '=', id))
    .leftJoin('users', 'users.id', 'invitations.user_id')
    .select([
      'invitations.id',
      'invitations.created_at',
      'invitations.expires_at',
      'users.username as inviter',
    ])
    .orderBy('invitations.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(row => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}

export async function withdrawInvitation(db: Queryable, viewer: Viewer, id: number) {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    .$if(!viewer.is_admin, all => all.where('user_id', '=', viewer.id))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw notFound('This invitation')
}

/** To be selected from: those that were neither used nor have expired, except those of hidden members. */
const openInvitations = (db: Queryable, now: Date) =>
  db
    .selectFrom('invitations')
    .where('invitations.expires_at', '>', now)
    .where(({ or, eb }) =>
      or([eb('invitations.user_id', 'is', null), isShown('invitations.user_id')]),
    )

/** Throws `registrationClosed` and `invalidInvitation`. */
export async function checkInvitation(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  token: string | undefined,
) {
  if (config.registration === 'open') return
  if (config.registration === 'closed' || token === undefined)
    throw registrationClosed(config.registration)
  const invitation = await openInvitations(db, clock.now())
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!invitation) throw invalidInvitation()
}

export async function redeemInvitation(trx: Queryable, token: string) {
  const { numDeletedRows } = await trx
    .deleteFrom('invitations')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw invalidInvitation()
}
