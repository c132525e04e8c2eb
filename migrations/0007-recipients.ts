import { type Kysely, sql } from 'kysely'

/** Who receives mail, and at which address, said once for every query. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // An account that has not proven its address has no `email` of its own in the registry. A stop of
  // all mail applies to such an account too when it was asked for at the same address.
  `create view subscribers as
    select r.id, r.user_id, u.username,
      coalesce(r.email, u.email) as address,
      r.email is not null or u.email_confirmed_at is not null as address_confirmed,
      r.mail_stopped_at is not null or (r.email is null and exists (
        select from follower_registry same
        where lower(same.email) = lower(u.email) and same.mail_stopped_at is not null
      )) as mail_stopped
    from follower_registry r
    left join users u on u.id = r.user_id`,

  // Mails and deliveries keep the id of the follow they were made for; after a merge another follow
  // decides whether and where its mail is sent.
  `create view recipients as
    select made_for.id as follow_id,
      f.id as current_follow_id,
      f.radr_user_id,
      f.verified and not f.unsubscribed as is_following,
      coalesce(f.last_subscription_date, f.created_at) as followed_at,
      s.id as subscriber_id, s.user_id, s.username, s.address, s.address_confirmed, s.mail_stopped
    from radr_follows made_for
    join radr_follows f on f.id = coalesce(made_for.merged_into, made_for.id)
    join subscribers s on s.id = f.registry_id`,
]
