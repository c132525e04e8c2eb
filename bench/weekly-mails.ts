import { sql } from 'kysely'
import { addDrops } from '../src/drops/add-drops.ts'
import type { Database } from '../src/platform/database.ts'
import { addFollowers } from './mail-followers.ts'

/** A prime number, so that the drops in a mail, which are equally far apart, are different ones. */
const members = 211
const dropsInMail = 5
/** PGlite keeps the pending foreign key checks of a whole statement in its memory, which never shrinks. */
const batchSize = 10_000

/** Adds weekly mails that are due, of five drops each. Two mails at most have the same five. */
export async function addWeeklyMails(db: Database, username: string, count: number) {
  await addTitles(db)
  await addFollowers(db, username, count)
  await sql`
    insert into users (username, password, email, email_confirmed_at)
    select 'member-' || n, '', 'member-' || n || '@mail.test', now()
    from generate_series(0, ${sql.lit(members - 1)}) n order by n`.execute(db)
  const senders = await db
    .selectFrom('users')
    .select('id')
    .where('username', 'like', 'member-%')
    .execute()
  const list = Array.from({ length: 7 }, (_, index) => `${index + 1}`.repeat(22))
  for (const { id } of senders)
    await addDrops(db, id, [{ number: 1, created_at: new Date(), note: 'For the benchmark', list }])
  for (let first = 0; first < count; first += batchSize)
    await addBatch(db, first, Math.min(first + batchSize, count) - 1)
  await sql`analyze`.execute(db)
}

async function addBatch(db: Database, first: number, last: number) {
  await sql`
    with readers as (
      select id, row_number() over (order by id) - 1 as n from follower_registry where email like 'fan-%'
    ), senders as (
      select users.id as member, drops.id as drop, row_number() over (order by users.id) - 1 as place
      from users join drops on drops.user_id = users.id where username like 'member-%'
    ), parts as materialized (
      select readers.id as reader, member, drop
      from readers cross join generate_series(0, ${sql.lit(dropsInMail - 1)}) step
      join senders on place = (n + step * (1 + n / ${sql.lit(members)})) % ${sql.lit(members)}
      where n between ${sql.lit(first)} and ${sql.lit(last)}
    ), mailed as (
      insert into mails (kind, subscriber_id, requested_at, due_at)
      select distinct 'weekly-mail', reader, now(), now() from parts returning id, subscriber_id
    ), followed as (
      insert into radr_follows (registry_id, radr_user_id, state, created_at, last_subscription_date)
      select reader, member, 'following', now() - interval '1 day', now() - interval '1 day' from parts
      returning id, registry_id, radr_user_id
    )
    insert into drop_notifications (drop_id, follow_id, weekly_mail_id)
    select drop, followed.id, mailed.id
    from followed join mailed on subscriber_id = registry_id
    join senders on member = radr_user_id`.execute(db)
}

/** Titles and covers of the tracks that are dropped in the benchmark. */
export async function addTitles(db: Database) {
  await sql`
    insert into track_details (spotify_track_id, title, artist, artwork, looked_up_at)
    select repeat(n::text, 22), 'A Song with its Title ' || n, 'An Artist',
      'https://i.scdn.co/image/ab67616d00001e02ff9ca10b55ce82ae553c822' || n, now()
    from generate_series(1, 7) n
    on conflict (spotify_track_id) do update
      set title = excluded.title, artist = excluded.artist, artwork = excluded.artwork`.execute(db)
}
