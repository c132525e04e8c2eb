import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { beginFirstStart } from '../../src/platform/database/first-start.ts'

/**
 * For each member, the ids of the tracks of the list in order, the notes of the drops with their numbers of tracks, whom
 * they follow, the emails that asked to follow them, and how many mails of their drops are known to be sent.
 */
export type State = Record<
  string,
  {
    list: number[]
    drops: [string, number][]
    follows: string[]
    visitors: string[]
    sent: number
  }
>

// Runs in a thread, because statements on a damaged database can run for ever.
const folder: string = workerData
// Like in embedded-thread.ts, optimizing the compiled database would take as long as the check.
setFlagsFromString('--no-wasm-tier-up')
setFlagsFromString('--no-wasm-dynamic-tiering')
beginFirstStart(folder)
const pglite = await PGlite.create({ dataDir: folder, extensions: { amcheck, pg_trgm } })
const state = await readState()
await checkRelations()
await pglite.close()
parentPort?.postMessage(state)

async function readState(): Promise<State> {
  const { rows: tables } = await pglite.query(`select where to_regclass('users') is not null`)
  if (tables.length === 0) return {}
  const { rows } = await pglite.query<{ username: string; known: State[string] }>(`
    select username, json_build_object(
      'list', (select coalesce(json_agg(id order by rank), '[]') from tracks where user_id = users.id),
      'drops', (select coalesce(json_agg(json_build_array(note,
          (select count(*) from drop_tracks where drop_id = drops.id)) order by id), '[]')
        from drops where user_id = users.id),
      'follows', (select coalesce(json_agg(followed.username order by followed.username), '[]')
        from radr_follows join follower_registry on follower_registry.id = registry_id
        join users followed on followed.id = radr_user_id
        where follower_registry.user_id = users.id and not unsubscribed),
      'visitors', (select coalesce(json_agg(email order by email), '[]')
        from radr_follows join follower_registry on follower_registry.id = registry_id
        where radr_user_id = users.id and follower_registry.user_id is null),
      'sent', (select count(*) from drop_notifications join drops on drops.id = drop_id
        where drops.user_id = users.id and status = 'sent')
    ) as known from users where username like 'm%'`)
  return Object.fromEntries(rows.map(({ username, known }) => [username, known]))
}

/** Throws if a table or an index is damaged. */
async function checkRelations() {
  await pglite.exec('create extension if not exists amcheck')
  await pglite.exec(`select bt_index_check(pg_class.oid, true) from pg_class
    join pg_am on pg_am.oid = relam where relkind = 'i' and amname = 'btree' and relpersistence = 'p'`)
  const { rows: damages } = await pglite.query(`select relname, damage.msg from pg_class,
    verify_heapam(pg_class.oid) damage where relkind in ('r', 't', 'm') and relpersistence = 'p'`)
  if (damages.length > 0) throw new Error(`Damaged: ${JSON.stringify(damages[0])}`)
}
