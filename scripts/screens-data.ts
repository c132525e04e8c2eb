import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { computeCharts } from '../src/charts/compute-charts.ts'
import { createLink, type OneTimeLink, renewToken } from '../src/mail/one-time-links.ts'
import { changeAvatar } from '../src/members/change-avatar.ts'
import { emailConfirmation } from '../src/members/confirm-email.job.ts'
import { hashPassword, productionCost } from '../src/members/passwords.ts'
import { passwordReset } from '../src/members/reset-password.job.ts'
import { systemClock } from '../src/platform/clock.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { type Database, openEmbedded } from '../src/platform/database.ts'
import { loadSecret } from '../src/platform/secrets.ts'
import { newToken, sealId } from '../src/platform/tokens.ts'
import { trackLinkOf } from '../src/tracks/track-link.contract.ts'
import { everyone, followed, type Person } from './screens-people.ts'
import { portrait } from './screens-pictures.ts'

/** Everybody's. */
export const password = 'correct horse'

/** What stands in links of mails that nobody sent. */
export type Tokens = { follow: string; unsubscribe: string; email: string; reset: string }

const samples: { id: string; title: string; artist: string }[] = JSON.parse(
  readFileSync('tests/samples/titles.json', 'utf8'),
)
const start = Date.now()
const daysAgo = (days: number) => new Date(start - days * 24 * 60 * 60 * 1000)

/** Fills the embedded database of a data folder, before the app is started on it, with a product in full use. */
export async function fillWithLife(dataDir: string): Promise<Tokens> {
  const database = await openEmbedded(`${dataDir}/db`)
  const { db } = database
  try {
    await migrate(database)
    await addTitles(db)
    const ids = await addMembers(db)
    for (const person of everyone) await addList(db, ids.get(person.name) ?? 0, person)
    await addReaders(db, ids)
    const mira = ids.get('mira') ?? 0
    for (const { name } of followed) await addMemberFollow(db, mira, ids.get(name) ?? 0)
    const follows = await addFollowersOf(db, mira, ids)
    await addDeliveries(db, mira)
    await computeCharts(db, daysAgo(0))
    return {
      ...follows,
      email: await addLink(db, emailConfirmation, ids.get('quiet-one') ?? 0),
      reset: await addLink(db, passwordReset, ids.get('solo') ?? 0),
    }
  } finally {
    await database.close()
  }
}

async function addLink(db: Database, link: OneTimeLink, userId: number) {
  const id = await createLink(db, link, userId, daysAgo(0))
  return renewToken(db, link, id, daysAgo(0))
}

/** Most with a cover; one not looked up yet, and one that the service has lost. */
async function addTitles(db: Database) {
  const rows = samples.map(({ id, title, artist }, index) => ({
    spotify_track_id: id,
    title: index === 5 ? null : title,
    artist: index === 5 ? null : artist,
    artwork: index % 4 === 3 || index === 5 ? null : `https://i.scdn.co/image/${id}`,
    looked_up_at: daysAgo(1),
    gone: index === 3,
  }))
  await db.insertInto('track_details').values(rows).execute()
}

async function addMembers(db: Database): Promise<Map<string, number>> {
  const hash = await hashPassword(password, productionCost)
  const rows = everyone.map(({ name, tracks, drops, changed, admin, dev, unproven }, index) => ({
    username: name,
    password: hash,
    email: `${name.toLowerCase()}@mail.test`,
    email_confirmed_at: unproven ? null : daysAgo(90),
    spotify_user_id: index % 3 === 0 ? name.toLowerCase() : null,
    is_admin: admin ?? false,
    is_dev_user: dev ?? false,
    tracks_updated_at: tracks > 0 ? daysAgo(changed ?? (drops.at(-1)?.ago ?? 20) + 0.1) : null,
    created_at: daysAgo(120 - index),
  }))
  const added = await db.insertInto('users').values(rows).returning(['id', 'username']).execute()
  const ids = new Map(added.map(({ id, username }) => [username, id]))
  for (const [index, { name }] of everyone.filter(({ pictured }) => pictured).entries()) {
    await changeAvatar({ db, clock: systemClock }, ids.get(name) ?? 0, await portrait(index))
  }
  return ids
}

async function addList(db: Database, userId: number, person: Person) {
  const list = samples.slice(person.from, person.from + person.tracks)
  for (const [index, { ago, note }] of person.drops.entries()) {
    const { id } = await db
      .insertInto('drops')
      .values({
        user_id: userId,
        drop_number: index + 1,
        note,
        created_at: daysAgo(ago),
        drop_followers: Math.max(0, person.readers - (person.drops.length - index)),
        ledger_filled_at: daysAgo(ago),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // A change since the last drop is its last two in turn.
    const dropped = person.changed ? [...list.slice(0, -2), ...list.slice(-2).reverse()] : list
    await db
      .insertInto('drop_tracks')
      .values(
        dropped.map((track, at) => ({ drop_id: id, spotify_track_id: track.id, rank: at + 1 })),
      )
      .execute()
  }
  if (list.length === 0) return
  const tracks = list.map(({ id }, index) => ({
    user_id: userId,
    spotify_track_id: id,
    spotify_track_url: trackLinkOf(id),
    rank: index + 1,
    created_at: daysAgo(index === 0 ? 64 : index === 2 ? 31 : (person.changed ?? 20)),
  }))
  await db.insertInto('tracks').values(tracks).execute()
}

/** People without an account, each following as many members as those have readers. */
async function addReaders(db: Database, ids: Map<string, number>) {
  const most = Math.max(...everyone.map(({ readers }) => readers))
  const addresses = Array.from({ length: most }, (_, index) => ({
    email: `reader${index}@post.test`,
  }))
  const readers = await db
    .insertInto('follower_registry')
    .values(addresses)
    .returning('id')
    .execute()
  for (const { name, readers: count } of everyone) {
    if (count === 0) continue
    const radr_user_id = ids.get(name) ?? 0
    const rows = readers
      .slice(0, count)
      .map(({ id }) => ({ registry_id: id, radr_user_id, verified: true }))
    await db.insertInto('radr_follows').values(rows).execute()
  }
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
      verified: true,
      created_at: since,
      last_subscription_date: since,
    })
    .execute()
}

/** Everybody got every drop, but for a few of the owner's latest; one of her readers' mailboxes is gone. */
async function addDeliveries(db: Database, ownerId: number) {
  await sql`update drops set drop_followers = 11 + drop_number where user_id = ${ownerId}`.execute(
    db,
  )
  await sql`
    insert into drop_notifications (drop_id, follow_id, status, attempts, sent_at)
    select drops.id, reader.id, 'sent', 1, drops.created_at from drops cross join lateral (
      select id from radr_follows f where f.radr_user_id = drops.user_id and f.verified
      order by f.id limit drops.drop_followers
    ) reader`.execute(db)
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
        order by d.drop_number desc, n.id offset ${index * 2} limit 1
      )`.execute(db)
  }
  await db
    .insertInto('suppressed_addresses')
    .values({ email: 'fan.no0@letters.example.org', reason: 'hard', detail: '', until: null })
    .execute()
}

/** 25 in every state: five members, the others by email. */
async function addFollowersOf(db: Database, userId: number, ids: Map<string, number>) {
  for (const name of ['kofi', 'haruka', 'ines_b', 'quiet-one', 'Wolfeschlegelsteinhausen-Jones'])
    await addMemberFollow(db, ids.get(name) ?? 0, userId, 5)
  const pending = newToken()
  let last = 0
  for (let index = 0; index < 20; index++) {
    const name =
      index === 4 ? 'a.very.long.address.that.somebody.really.has+radr' : `fan.no${index}`
    const { id } = await db
      .insertInto('follower_registry')
      .values({ email: `${name}@letters.example.org` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const state = index % 5
    const follow = await db
      .insertInto('radr_follows')
      .values({
        registry_id: id,
        radr_user_id: userId,
        verified: state !== 1,
        unsubscribed: state === 3,
        unsubscribed_date: index === 3 ? daysAgo(4) : null,
        verification_token: index === 1 ? pending.hash : null,
        verification_expires_at: index === 1 ? daysAgo(-6) : null,
        last_verification_email: state === 1 ? daysAgo(1) : null,
        last_subscription_date: state === 1 ? null : daysAgo(10 + index),
        created_at: daysAgo(11 + index),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    last = follow.id
  }
  const key = await loadSecret(db, 'links')
  return { follow: pending.token, unsubscribe: sealId(last, 'unsubscribe', key) }
}
