import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database.ts'
import { computeCloseMembers, maxComparedLists } from './compute-close-members.ts'
import { computeRelated } from './compute-related.ts'

/** Changes, and tracks or members, of one transaction, which takes less than a second. */
const changesPerRound = 200
const duePerRound = 200

type Options = {
  /** Transactions; the rest waits for the next time. */
  rounds?: number
  signal?: AbortSignal | undefined
}

/** Takes the changes of lists since the last run and recomputes what depends on them. */
export async function computeDiscovery(
  db: Database,
  { rounds = Number.POSITIVE_INFINITY, signal }: Options = {},
) {
  for (let round = 0; round < rounds; round++) {
    signal?.throwIfAborted()
    const done = await db.transaction().execute(computeRound)
    if (!done) return
    // The embedded database is in this process, whose requests run meanwhile.
    await setImmediate()
  }
}

/** Whether there was something to compute. */
async function computeRound(trx: Transaction): Promise<boolean> {
  // A run that takes longer than its job may meet the next one, and both would insert the same rows.
  await sql`lock table related_tracks_due in share row exclusive mode`.execute(trx)
  const changes = await takeChanges(trx)
  const changed = [...new Set(changes.map(change => change.user_id))]
  if (changes.length > 0) {
    const tracks = changes.map(change => change.spotify_track_id)
    await markTracks(trx, tracks, changed)
    await markMembers(trx, tracks)
  }
  const tracks = await takeTracks(trx)
  // Those whose own list changed do not wait for the others.
  const members = [...new Set([...changed, ...(await takeMembers(trx))])]
  if (tracks.length > 0) await computeRelated(trx, tracks)
  if (members.length > 0) await computeCloseMembers(trx, members)
  return changes.length + tracks.length + members.length > 0
}

async function takeChanges(trx: Transaction) {
  const { rows } = await sql<{ user_id: number; spotify_track_id: string }>`
    delete from list_changes where id = any(array(
      select id from list_changes order by id limit ${changesPerRound}))
    returning user_id, spotify_track_id`.execute(trx)
  return rows
}

/** The related tracks of a track depend on the lists that it is on, and on the other tracks of these lists. */
async function markTracks(trx: Transaction, tracks: string[], members: number[]) {
  await sql`
    insert into related_tracks_due
    select unnest(${tracks}::text[])
    union select spotify_track_id from tracks where user_id = any(${members}::int[])
    on conflict do nothing`.execute(trx)
}

/** The scores of members who have a changed track depend on who else has it, and on how many do. */
async function markMembers(trx: Transaction, tracks: string[]) {
  await sql`
    insert into close_members_due
    select distinct tracks.user_id from tracks join track_list_counts counts using (spotify_track_id)
    where spotify_track_id = any(${tracks}::text[]) and lists <= ${maxComparedLists}
    on conflict do nothing`.execute(trx)
}

async function takeTracks(trx: Transaction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from related_tracks_due where spotify_track_id = any(array(
      select spotify_track_id from related_tracks_due order by spotify_track_id limit ${duePerRound}))
    returning spotify_track_id as id`.execute(trx)
  return rows.map(({ id }) => id)
}

async function takeMembers(trx: Transaction): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from close_members_due where user_id = any(array(
      select user_id from close_members_due order by user_id limit ${duePerRound}))
    returning user_id as id`.execute(trx)
  return rows.map(({ id }) => id)
}
