/** A complaint keeps drop mail from every spelling of its mailbox. */
export const statements = [
  // What keeps drop mail from an address: its own suppression, and a complaint by any spelling, which comes first.
  `create function suppressions_of(address text, at timestamptz) returns setof suppressed_addresses
    stable language sql as $$
      select * from suppressed_addresses s
      where s.reason = 'complaint' and mailbox_of(s.email) = mailbox_of(suppressions_of.address)
        and (s.until is null or s.until > at)
      union all
      select * from suppressed_addresses s
      where s.reason <> 'complaint' and s.email = lower(suppressions_of.address)
        and (s.until is null or s.until > at)
    $$`,

  // Whether a follow gets the mail of a drop now, or of a drop that is yet to be made (null), and where it is sent to.
  // Every statement that enqueues, claims or sends asks this function. The limits keep PostgreSQL from joining
  // all recipients or suppressions to the rows of the statement.
  `create or replace function delivery_decision(of_drop integer, of_follow bigint, at timestamptz)
    returns table (skip_reason skip_reason, address text, address_confirmed boolean, user_id integer,
      subscriber_id integer, followed_at timestamptz)
    stable language sql as $$
      select case
          when d.stopped_at is not null then 'stopped'
          when d.id is not null and not r.is_following then 'left'
          when d.id is not null and r.mail_off then 'mail off'
          when not r.address_confirmed and (r.mail_stopped or s.reason is not null) then 'address not proven'
          when s.reason is not null then 'suppressed ' || s.reason
        end::skip_reason,
        r.address, r.address_confirmed, r.user_id, r.subscriber_id, r.followed_at
      from recipients r
      left join drops d on d.id = of_drop
      left join lateral (select reason from suppressions_of(r.address, at) limit 1) s on true
      where r.follow_id = of_follow
      limit 1
    $$`,
]
