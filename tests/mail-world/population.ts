import { sql } from 'kysely'
import type { Database } from '../../src/platform/database.ts'
import type { Random } from './random.ts'

const hour = 60 * 60 * 1000

export type Person = {
  email: string
  subscriberId: number
  /** Null for a follow by email. */
  userId: number | null
  isWeekly: boolean
  follows: { star: number; id: number }[]
}

export async function reset(db: Database) {
  await sql`truncate users, follower_registry, mailboxes, suppressed_addresses, mails, rate_limits,
    deleted_usernames restart identity cascade`.execute(db)
  await sql`update mail_flow set paused_at = null, failing_since = null, failure = null,
    failed_attempts = 0, next_attempt_at = null`.execute(db)
}

export async function addStars(db: Database) {
  const { rows } = await sql<{ id: number; username: string }>`
    insert into users (username, password, email, email_confirmed_at)
    select 'star' || n, '', 'star' || n || '@stars.test', now() from generate_series(0, 1) n
    returning id, username`.execute(db)
  await sql`insert into tracks (user_id, spotify_track_id, spotify_track_url, rank)
    select id, 'first', 'x', 1 from users`.execute(db)
  return rows
}

export async function addPeople(db: Database, random: Random, now: Date): Promise<Person[]> {
  const people: Person[] = []
  const { rows: stars } = await sql<{ id: number }>`select id from users order by id`.execute(db)
  for (let n = 0; n < 8 + random.below(14); n++) {
    const [isAccount, isWeekly] = [n < 4, random.isIn(0.35)]
    const email = `person${n}@d${n % 3}.test`
    const userId = isAccount ? await addAccount(db, `person${n}`, email, n !== 0) : null
    const subscriber = await db
      .insertInto('follower_registry')
      .values({ email, user_id: userId, digest_time_zone: isWeekly ? 'UTC' : null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const follows: Person['follows'] = []
    for (const [star, { id }] of stars.entries()) {
      if (star > 0 && random.isIn(0.3)) continue
      const since = new Date(now.getTime() - hour)
      const follow = await db
        .insertInto('radr_follows')
        .values({
          registry_id: subscriber.id,
          radr_user_id: id,
          state: 'following',
          created_at: since,
          last_subscription_date: since,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      follows.push({ star, id: follow.id })
    }
    people.push({ email, subscriberId: subscriber.id, userId, isWeekly, follows })
  }
  return people
}

async function addAccount(db: Database, username: string, email: string, isConfirmed: boolean) {
  const { id } = await db
    .insertInto('users')
    .values({ username, password: '', email, email_confirmed_at: isConfirmed ? new Date() : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
