import { readFileSync } from 'node:fs'
import { computeCharts } from '../../../src/charts/compute-charts.job.ts'
import { addDrops } from '../../../src/drops/add-drops.ts'
import { createLink, type OneTimeLink, setToken } from '../../../src/mail/links/one-time-links.ts'
import { changeAvatar } from '../../../src/members/avatars/change-avatar.ts'
import { emailConfirmation, passwordReset } from '../../../src/members/mailed-links.ts'
import { hashPassword, productionCost } from '../../../src/members/passwords/passwords.ts'
import { startSession } from '../../../src/members/sessions/sessions.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import type { Database, OpenDatabase } from '../../../src/platform/database.ts'
import { newToken } from '../../../src/platform/secrets/tokens.ts'
import { coverColor } from '../../../src/spotify/covers/fetch-cover.ts'
import { trackLinkOf } from '../../../src/spotify/page-links.shared.ts'
import { daysAgo, type SeedMember, seedMembers } from './members.ts'
import { coverOf, portrait } from './pictures.ts'
import { addFollows } from './seed-follows.ts'

/** The password of every seeded member. */
export const password = 'correct horse'

export type Seed = {
  /** Tokens of links as mails carry them. */
  links: Record<
    'follow' | 'unsubscribe' | 'resume' | 'choices' | 'song' | 'reminder' | 'email' | 'reset',
    string
  >
  /** A session token of every member, by username. */
  sessions: Record<string, string>
}

type Sample = { id: string; title: string; artist: string }
const samples: Sample[] = JSON.parse(readFileSync('tests/samples/titles.json', 'utf8'))

/** Fills an empty database, while the app does not run, with members, lists, drops and followers. */
export async function seedDatabase(database: OpenDatabase): Promise<Seed> {
  const { db } = database
  await migrate(database)
  await addTitles(db)
  const ids = await addMembers(db)
  const idOf = (name: string) => ids.get(name) ?? 0
  for (const member of seedMembers) await addList(db, idOf(member.name), member)
  const links = await addFollows(db, ids)
  await computeCharts(db)
  return {
    links: {
      ...links,
      email: await addLink(db, emailConfirmation, idOf('quiet-one')),
      // No test signs in as this member, because using the link ends their sessions.
      reset: await addLink(db, passwordReset, idOf('Tomasz')),
    },
    sessions: await startSessions(db, ids),
  }
}

async function addLink(db: Database, link: OneTimeLink, userId: number) {
  const id = await createLink(db, link, userId, daysAgo(0))
  const { token } = newToken()
  await setToken(db, link, { id, token, now: daysAgo(0) })
  return token
}

/** Most titles have a cover; one is not looked up yet, one is gone from the service. */
async function addTitles(db: Database) {
  const rows = samples.map(async ({ id, title, artist }, index) => {
    const artwork = index % 4 === 3 || index === 5 ? null : `https://i.scdn.co/image/${id}`
    return {
      spotify_track_id: id,
      title: index === 5 ? null : title,
      artist: index === 5 ? null : artist,
      artwork,
      color: artwork && (await coverColor(Buffer.from(coverOf(artwork)))),
      ...(index % 2 === 0 && { album: 'The album', released: '2013-05-17', duration: 248 }),
      looked_up_at: daysAgo(1),
      gone: index === 3,
    }
  })
  await db
    .insertInto('track_details')
    .values(await Promise.all(rows))
    .execute()
}

async function addMembers(db: Database): Promise<Map<string, number>> {
  const hash = await hashPassword(password, productionCost)
  const rows = seedMembers.map((member, index) => ({
    username: member.name,
    password: hash,
    email: `${member.name.toLowerCase()}@mail.test`,
    email_confirmed_at: member.unconfirmed ? null : daysAgo(90),
    spotify_user_id: index % 3 === 0 ? member.name.toLowerCase() : null,
    is_admin: member.isAdmin ?? false,
    is_dev_user: member.isDevUser ?? false,
    tracks_updated_at: tracksUpdatedAt(member),
    created_at: daysAgo(120 - index),
  }))
  const added = await db.insertInto('users').values(rows).returning(['id', 'username']).execute()
  const ids = new Map(added.map(({ id, username }) => [username, id]))
  for (const [index, { name }] of seedMembers.filter(({ hasAvatar }) => hasAvatar).entries()) {
    await changeAvatar({ db, clock: systemClock }, ids.get(name) ?? 0, await portrait(index))
  }
  return ids
}

function tracksUpdatedAt({ tracks, drops, changedDaysAgo }: SeedMember): Date | null {
  if (tracks === 0) return null
  return daysAgo(changedDaysAgo ?? (drops.at(-1)?.daysAgo ?? 20) + 0.1)
}

/** Index in the samples of the track that half of the members have. */
const favorite = 165

async function addList(db: Database, userId: number, member: SeedMember) {
  const own = samples.slice(member.firstTrack, member.firstTrack + member.tracks)
  const list = member.hasFavorite
    ? [...own.slice(0, -1), ...samples.slice(favorite, favorite + 1)]
    : own
  // A list that changed since its last drop had its last two tracks the other way round.
  const dropped = member.changedDaysAgo ? [...list.slice(0, -2), ...list.slice(-2).reverse()] : list
  const drops = member.drops.map((drop, index) => ({
    number: index + 1,
    note: drop.note,
    created_at: daysAgo(drop.daysAgo),
    followers: Math.max(0, member.emailFollowers - (member.drops.length - index)),
    list: earlier(dropped, member.drops.length - 1 - index).map(({ id }) => id),
  }))
  await addDrops(db, userId, drops)
  if (list.length === 0) return
  const tracks = list.map(({ id }, index) => ({
    user_id: userId,
    spotify_track_id: id,
    spotify_track_url: trackLinkOf(id),
    rank: index + 1,
    created_at: daysAgo(index === 0 ? 64.5 : index === 2 ? 31.5 : (member.changedDaysAgo ?? 20)),
  }))
  await db.insertInto('tracks').values(tracks).execute()
}

/** The list so many drops earlier: tracks came, went, came back and changed places since. */
function earlier(list: Sample[], drops: number): Sample[] {
  const tracks = [...list]
  for (let drop = 1; drop <= drops; drop++) {
    const other = samples[150 + ((drop * 5) % 7)]
    const at = (drop * 3) % tracks.length
    if (drop % 4 !== 2 && other && !tracks.includes(other)) tracks[at] = other
    const moved = tracks.splice((drop * 2) % tracks.length, 1)
    tracks.splice(drop % 3, 0, ...moved)
  }
  return tracks
}

async function startSessions(db: Database, ids: Map<string, number>) {
  const sessions: Record<string, string> = {}
  for (const [name, id] of ids) sessions[name] = await startSession(db, id, daysAgo(0))
  return sessions
}
