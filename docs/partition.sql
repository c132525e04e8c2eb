-- Partitions drop_notifications and drop_tracks by range of drop_id (docs/scale.md), for installations with hundreds of
-- millions of deliveries. Stop the app, back up, and run it as the owner of the database:
--   psql "$DATABASE_URL" --set ON_ERROR_STOP=on --command "set radr.drops = '2000000'" --file docs/partition.sql
-- It copies both tables in one transaction: there has to be room for them twice. A partition has as many drops as
-- radr.drops says, two million without it. Drops beyond the last one go to the default partition; add partitions before
-- their drops are made, because those of a range that has rows in the default partition are refused:
--   create table drop_notifications_p30 partition of drop_notifications
--     for values from (60000000) to (62000000) with (fillfactor = 80);
begin;

-- A report keeps the number of its delivery, which is no longer a key by itself. Reports are deleted by their age.
alter table mail_events drop constraint mail_events_notification_id_fkey;

alter table drop_notifications rename to drop_notifications_whole;
alter table drop_tracks rename to drop_tracks_whole;

create table drop_notifications (like drop_notifications_whole including defaults including constraints including identity)
  partition by range (drop_id);
create table drop_tracks (like drop_tracks_whole including defaults including constraints) partition by range (drop_id);
-- A drop and a rank identify a row, and 32 bits last for six years of a million members.
alter table drop_tracks drop column id;

create table drop_notifications_default partition of drop_notifications default with (fillfactor = 80);
create table drop_tracks_default partition of drop_tracks default;

-- Those that are filled, and ten in advance.
do $$
declare
  width integer := coalesce(nullif(current_setting('radr.drops', true), ''), '2000000')::integer;
  last integer := coalesce((select max(id) from drops), 0) / width + 10;
  lowest integer := coalesce((select min(id) from drops), 0) / width;
begin
  for number in lowest..last loop
    execute format('create table drop_notifications_p%s partition of drop_notifications
      for values from (%s) to (%s) with (fillfactor = 80)', number, number * width, (number + 1) * width);
    execute format('create table drop_tracks_p%s partition of drop_tracks for values from (%s) to (%s)',
      number, number * width, (number + 1) * width);
  end loop;
end $$;

insert into drop_notifications overriding system value
  select * from drop_notifications_whole order by drop_id, id;
select setval(pg_get_serial_sequence('drop_notifications', 'id'),
  greatest((select max(id) from drop_notifications_whole), 1));
insert into drop_tracks (drop_id, rank, spotify_track_id, previous_rank, peak_rank, drop_count, first_drop_number, first_dropped_at)
  select drop_id, rank, spotify_track_id, previous_rank, peak_rank, drop_count, first_drop_number, first_dropped_at
  from drop_tracks_whole order by drop_id, rank;
drop table drop_notifications_whole, drop_tracks_whole;

-- The indexes of migrations/0006-delivery.ts and 0013-sent-deliveries.ts, with drop_id in the key.
alter table drop_notifications
  add primary key (drop_id, id),
  add unique (drop_id, follow_id) include (status, weekly_mail_id),
  add foreign key (drop_id) references drops on delete cascade,
  add foreign key (follow_id) references radr_follows on delete cascade,
  add foreign key (weekly_mail_id) references mails on delete set null;
create index drop_notifications_id on drop_notifications (id);
create index drop_notifications_follow_id on drop_notifications (follow_id);
create index drop_notifications_running on drop_notifications (drop_id, id)
  where status in ('pending', 'sending') and weekly_mail_id is null;
create index drop_notifications_due on drop_notifications (next_attempt_at)
  where status in ('retry', 'unknown') and next_attempt_at is not null;
create index drop_notifications_missed on drop_notifications (drop_id, id)
  where status in ('failed', 'skipped', 'unknown');
create index drop_notifications_weekly on drop_notifications (weekly_mail_id)
  where weekly_mail_id is not null;
create index drop_notifications_sent on drop_notifications (sent_at)
  where sent_at is not null and mailed_with is null;

alter table drop_tracks
  add primary key (drop_id, rank),
  add unique (drop_id, spotify_track_id),
  add foreign key (drop_id) references drops on delete cascade;
create index drop_tracks_spotify_track_id on drop_tracks (spotify_track_id);

commit;

analyze drop_notifications;
analyze drop_tracks;
