import { createSecretKey } from 'node:crypto'
import { sql } from 'kysely'
import { addressToken } from '../../../src/mail/links/mail-links.ts'
import type { Database } from '../../../src/platform/database.ts'
import { loadSecret } from '../../../src/platform/secrets/load-secret.ts'
import { newToken } from '../../../src/platform/secrets/tokens.ts'
import { daysAgo, followed, seedMembers } from './members.ts'

/** Followers of every member, and deliveries of mira's drops. Returns tokens of links to confirm and to unsubscribe. */
export async function addFollows(db: Database, ids: Map<string, number>) {
  const mira = ids.get('mira') ?? 0
  await addEmailFollowers(db, ids)
  for (const { name } of followed) await addMemberFollow(db, mira, ids.get(name) ?? 0)
  const links = await addFollowersOf(db, mira, ids)
  await addDeliveries(db, mira)
  return links
}

/** The same emails follow every member, as many of them as the member has. */
async function addEmailFollowers(db: Database, ids: Map<string, number>) {
  const most = Math.max(...seedMembers.map(({ emailFollowers }) => emailFollowers))
  const subscribers = await addSubscribers(db, most, index => `reader${index}@post.test`)
  for (const { name, emailFollowers } of seedMembers) {
    if (emailFollowers === 0) continue
    const radr_user_id = ids.get(name) ?? 0
    const rows = subscribers
      .slice(0, emailFollowers)
      .map(({ id }) => ({ registry_id: id, radr_user_id, state: 'following' as const }))
    await db.insertInto('radr_follows').values(rows).execute()
  }
}

function addSubscribers(db: Database, count: number, emailOf: (index: number) => string) {
  const rows = Array.from({ length: count }, (_, index) => ({ email: emailOf(index) }))
  return db.insertInto('follower_registry').values(rows).returning(['id', 'email']).execute()
}

async function addMemberFollow(db: Database, follower: number, member: number, days = 12) {
  const row = await db
    .insertInto('follower_registry')
    .values({ user_id: follower })
    .onConflict(on => on.column('user_id').doUpdateSet({ user_id: follower }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const since = daysAgo(days + (member % 40))
  await db
    .insertInto('radr_follows')
    .values({
      registry_id: row.id,
      radr_user_id: member,
      state: 'following',
      created_at: since,
      last_subscription_date: since,
    })
    .execute()
}

/** Every drop was sent to everybody, except four deliveries of the latest; two emails are suppressed. */
async function addDeliveries(db: Database, ownerId: number) {
  await sql`update drops set drop_followers = 11 + drop_number where user_id = ${ownerId}`.execute(
    db,
  )
  await sql`
    insert into drop_notifications (drop_id, follow_id, status, attempts, sent_at)
    select drops.id, follower.id, 'sent', 1, drops.created_at from drops cross join lateral (
      select id from radr_follows f where f.radr_user_id = drops.user_id and f.verified
      order by f.id limit drops.drop_followers
    ) follower`.execute(db)
  const undelivered = [
    ['failed', '550 5.1.1 No such user'],
    ['failed', '554 5.7.1 Not from you'],
    ['skipped', 'left'],
    ['unknown', 'Timeout'],
  ]
  for (const [index, [status, why]] of undelivered.entries()) {
    await sql`
      update drop_notifications set status = ${status}, last_error = ${why}, sent_at = null
      where id = (
        select n.id from drop_notifications n join drops d on d.id = n.drop_id
        join radr_follows f on f.id = n.follow_id
        join follower_registry r on r.id = f.registry_id
        where d.user_id = ${ownerId} and r.email is not null
        order by d.drop_number desc, n.id offset ${index} limit 1
      )`.execute(db)
  }
  await db
    .insertInto('suppressed_addresses')
    .values([
      { email: 'fan.no0@letters.example.org', reason: 'hard', detail: '', until: null },
      {
        email: 'mira@example.test',
        reason: 'hard',
        detail: '550 5.1.1 No such mailbox',
        until: null,
      },
    ])
    .execute()
}

const followStates = ['following', 'pending', 'following', 'left', 'following'] as const

/** 25 in every state: five members and twenty email addresses. */
async function addFollowersOf(db: Database, userId: number, ids: Map<string, number>) {
  for (const name of ['kofi', 'haruka', 'ines_b', 'quiet-one', 'Wolfeschlegelsteinhausen-Jones'])
    await addMemberFollow(db, ids.get(name) ?? 0, userId, 5)
  const pending = newToken()
  const subscribers = await addSubscribers(db, 20, index => {
    const name =
      index === 4 ? 'a.very.long.address.that.somebody.really.has+radr' : `fan.no${index}`
    return `${name}@letters.example.org`
  })
  const rows = subscribers.map(({ id }, index) => {
    const state = index % 5
    return {
      registry_id: id,
      radr_user_id: userId,
      state: followStates[index % 5],
      unsubscribed_date: index === 3 ? daysAgo(4) : null,
      verification_token: index === 1 ? pending.hash : null,
      verification_expires_at: index === 1 ? daysAgo(-6) : null,
      last_verification_email: state === 1 ? daysAgo(1) : null,
      last_subscription_date: state === 1 ? null : daysAgo(10 + index),
      created_at: daysAgo(11 + index),
    }
  })
  const follows = await db
    .insertInto('radr_follows')
    .values(rows)
    .returning(['id', 'registry_id'])
    .execute()
  const emailFollows = follows.map(({ id, registry_id }, index) => ({
    id,
    registry_id,
    email: subscribers[index]?.email ?? '',
  }))
  const key = createSecretKey(await loadSecret(db, 'links'))
  // Two follows, because the link to unsubscribe ends its own.
  const [song, , choices, , unsubscribe] = emailFollows.slice(-5)
  if (!song || !choices || !unsubscribe) throw new Error('There are too few follows')
  return {
    follow: pending.token,
    resume: addressToken('resume', unsubscribe.registry_id, unsubscribe.email, key),
    unsubscribe: addressToken('unsubscribe', unsubscribe.id, unsubscribe.email, key),
    reminder: addressToken('reminder', userId, 'mira@mail.test', key),
    choices: addressToken('choices', choices.id, choices.email, key),
    song: addressToken('song', song.id, song.email, key),
  }
}
