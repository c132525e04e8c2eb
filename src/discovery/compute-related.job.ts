import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'

const relatedCount = 5

/** Lists with a track that are compared, those of the newest members: more would hardly change the result. */
const maxLists = 500

export const computeRelatedJob = defineJob({
  name: 'compute-related',
  options: { policy: 'exclusive', retryLimit: 3, expireInSeconds: 60 * 60 },
  schedule: '43 2 * * *',
  runAtStart: true,
  run: ({ db }: Pick<Context, 'db'>) => computeRelated(db),
})

/**
 * Replaces the related tracks of every track: those on the most of the same lists, divided by the square
 * root of all lists that they are on, so that everybody's favorites are not related to everything. One
 * shared list says little, so tracks that share more come first.
 */
export async function computeRelated(db: Database) {
  await db.transaction().execute(async trx => {
    // It compares all lists, which takes longer than a statement usually may.
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`delete from related_tracks`.execute(trx)
    await sql`
      with lists as materialized (
        select user_id, spotify_track_id as id, count(*) over track as lists,
          row_number() over (track order by user_id desc) as position
        from tracks
        where user_id not in (select id from users where hidden_reason is not null)
        window track as (partition by spotify_track_id)
      ), shared as (
        select one.id, other.id as other, count(*) as shared, max(other.lists) as lists
        from lists one join lists other on other.user_id = one.user_id and other.id <> one.id
        where one.position <= ${maxLists}
        group by 1, 2
      ), ranked as (
        select id, other, row_number() over (
          partition by id order by shared > 1 desc, shared / sqrt(lists::float8) desc, other collate "C"
        ) as position
        from shared
      )
      insert into related_tracks (spotify_track_id, position, related_track_id)
      select id, position, other from ranked where position <= ${relatedCount}`.execute(trx)
  })
}
