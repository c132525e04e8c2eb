import { sql } from 'kysely'
import { activeSuppressions, isSuppressionOf } from '../../mail/mailboxes/suppression.ts'
import type { Queryable } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { QueryOf } from '../../platform/http/endpoint.shared.ts'
import type { Bounce, listSuppressions, Suppression } from './suppressions.schemas.ts'

/** One page, the newest first, and how many there are. Usernames are looked up of the page alone. */
export async function findSuppressions(
  db: Queryable,
  { page, pageSize, address }: QueryOf<typeof listSuppressions>,
  now: Date,
): Promise<{ suppressions: Suppression[]; total: number }> {
  const matching = db
    .selectFrom(activeSuppressions(now).as('suppressed'))
    .$if(address !== '', rows => rows.where(isSuppressionOf(address)))
  const newest = matching
    .selectAll()
    .orderBy('suppressed.created_at', 'desc')
    .orderBy('suppressed.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom(newest.as('suppressed'))
      .leftJoin('users', join => join.on(sql`lower(users.email)`, '=', sql.ref('suppressed.email')))
      .select([
        'suppressed.id',
        'suppressed.email',
        'users.username',
        'suppressed.reason',
        'suppressed.detail',
        'suppressed.created_at',
        'suppressed.until',
      ])
      .orderBy('suppressed.created_at', 'desc')
      .orderBy('suppressed.id', 'desc')
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    total,
    suppressions: rows.map(({ email, created_at, until, ...row }) => ({
      ...row,
      address: mask(email),
      created_at: created_at.toISOString(),
      until: until?.toISOString() ?? null,
    })),
  }
}

/** Throws `not_found` for one that has ended. */
export async function removeSuppression(db: Queryable, id: number) {
  await db
    .deleteFrom('suppressed_addresses')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(() => notFound('This suppression'))
}

/** The latest reports, except those that a mail has arrived. */
export async function findBounces(db: Queryable): Promise<Bounce[]> {
  const { rows } = await sql<Omit<Bounce, 'created_at'> & { created_at: Date }>`
    select e.id, coalesce(r.address, '') as address, e.kind, e.detail, e.created_at
    from mail_events e join recipients r on r.follow_id = e.follow_id
    where e.kind <> 'delivered' order by e.created_at desc, e.id desc limit 20`.execute(db)
  return rows.map(({ address, created_at, ...row }) => ({
    ...row,
    address: mask(address),
    created_at: created_at.toISOString(),
  }))
}

/** Enough to recognize an email that is known, too little to write to. */
const mask = (address: string) => address.replace(/^(.)[^@]*/, '$1…')
