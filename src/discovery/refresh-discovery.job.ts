import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/queue.ts'

/**
 * Corrects counts that were changed without their triggers, and marks everything to be recomputed: a
 * changed list marks only its tracks and the members who have them, though it can affect others too.
 */
export const refreshDiscovery = defineJob({
  name: 'refresh-discovery',
  options: { retryLimit: 3, expireInSeconds: 60 * 60 },
  schedule: '43 2 * * *',
  async run({ db, log }: Pick<Context, 'db' | 'log'>) {
    // The difference is added, because both numbers are as of one time.
    const { numAffectedRows } = await sql`
      insert into track_list_counts (spotify_track_id, lists)
      select id, coalesce(counted.lists, 0) - coalesce(stored.lists, 0)
      from (select spotify_track_id as id, count(*) as lists from tracks group by 1) counted
      full join (select spotify_track_id as id, lists from track_list_counts) stored using (id)
      where coalesce(counted.lists, 0) <> coalesce(stored.lists, 0)
      order by id
      on conflict (spotify_track_id) do update set lists = track_list_counts.lists + excluded.lists`.execute(
      db,
    )
    const tracks = Number(numAffectedRows)
    if (tracks > 0) log.warn({ tracks }, 'counts of lists were wrong and are corrected')
    // Members whose tracks have a wrong copy, for copyFollowers.
    await sql`
      update follow_counts set copied = -1 from tracks
      where tracks.user_id = follow_counts.user_id and followers <> confirmed`.execute(db)
    await sql`
      insert into related_tracks_due select spotify_track_id from track_list_counts where lists > 0
      on conflict do nothing`.execute(db)
    await sql`
      insert into close_members_due select distinct user_id from tracks
      on conflict do nothing`.execute(db)
  },
})
