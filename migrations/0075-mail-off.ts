import { type Kysely, sql } from 'kysely'

/** A follow can be kept without mail. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table radr_follows add mail_off boolean not null default false',
  `create or replace view recipients as
    select made_for.id as follow_id,
      f.id as current_follow_id,
      f.radr_user_id,
      f.verified and not f.unsubscribed as is_following,
      coalesce(f.last_subscription_date, f.created_at) as followed_at,
      s.id as subscriber_id, s.user_id, s.username, s.address, s.address_confirmed, s.mail_stopped,
      f.mail_off
    from radr_follows made_for
    join radr_follows f on f.id = coalesce(made_for.merged_into, made_for.id)
    join subscribers s on s.id = f.registry_id`,
]
