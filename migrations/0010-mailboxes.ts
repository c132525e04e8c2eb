import { type Kysely, sql } from 'kysely'

/** Mailboxes and the mails requested for them, which the limits in `mail/mail-limits.ts` count. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // All spellings that a provider delivers to one mailbox have one key. It is a hash, so an address
  // that nobody confirmed is not kept in order to count its mails.
  `create function mailbox_key(address text) returns bytea
    immutable strict parallel safe language sql as $$
      select sha256(convert_to(
        case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
          else name || '@' || host end, 'UTF8'))
      from (select regexp_replace(split_part(lower(address), '@', 1), '^(.[^+]*)\\+.*$', '\\1') as name,
        split_part(lower(address), '@', 2) as host) parts
    $$`,

  `create table mailboxes (
    id bigint generated always as identity primary key,
    key bytea not null unique,
    confirmed_at timestamptz,
    stopped_at timestamptz,
    unconfirmed_mails integer not null default 0
  ) with (fillfactor = 80)`,
  `create table mailbox_mails (
    id bigint generated always as identity primary key,
    mailbox_id bigint not null references mailboxes on delete cascade,
    kind text not null,
    subject_id bigint not null,
    is_sent boolean not null,
    requested_at timestamptz not null
  )`,
  'create index mailbox_mails_recent on mailbox_mails (mailbox_id, requested_at)',
  `create index suppressed_addresses_complaint on suppressed_addresses (mailbox_key(email))
    where reason = 'complaint'`,

  `insert into mailboxes (key, confirmed_at, stopped_at)
    select mailbox_key(address), min(confirmed_at), max(stopped_at) from (
      select email as address, email_confirmed_at as confirmed_at, null::timestamptz as stopped_at
      from users where email_confirmed_at is not null
      union all
      select r.email, f.created_at, null from follower_registry r
      join radr_follows f on f.registry_id = r.id
      where f.verified and r.email is not null
      union all
      select coalesce(r.email, u.email), null, r.mail_stopped_at from follower_registry r
      left join users u on u.id = r.user_id
      where r.mail_stopped_at is not null
    ) known where address is not null group by 1`,

  // A stop of all mail is kept for the mailbox. An account that confirmed its address chose what it
  // follows since, so the stop applies to the others.
  `create or replace view subscribers as
    select r.id, r.user_id, u.username,
      coalesce(r.email, u.email) as address,
      r.email is not null or u.email_confirmed_at is not null as address_confirmed,
      r.email is null and u.email_confirmed_at is null and exists (
        select from mailboxes where key = mailbox_key(u.email) and stopped_at is not null
      ) as mail_stopped
    from follower_registry r
    left join users u on u.id = r.user_id`,

  // Enqueueing a drop looks up which recipients are accounts without a proven address.
  `create index follower_registry_unproven on follower_registry (id)
    where email is null and user_id is not null`,

  'alter table radr_follows add verification_expires_at timestamptz',
  `update radr_follows set verification_expires_at = last_verification_email + interval '7 days'
    where verification_token is not null`,
]
