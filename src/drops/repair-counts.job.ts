import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { batchSize, idBatches } from '../platform/database/batches.ts'
import type { Queryable } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'

/** Deliveries of older drops seldom change. */
const recentMs = 30 * 24 * 60 * 60 * 1000
/** Each may have as many deliveries as the largest member has followers. */
const dropsPerStatement = 20

/** Triggers keep the counts of follows, drops and deliveries; this corrects what was changed without them. */
export const repairCounts = defineJob({
  name: 'repair-counts',
  options: { retryLimit: 3, expireInSeconds: 60 * 60 },
  schedule: '23 4 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    if (await recountTotal(db)) log.warn('the number of members was wrong and is corrected')
    for await (const members of idBatches(after => findMembersAfter(db, after))) {
      signal.throwIfAborted()
      const repaired = await recountMembers(db, members)
      if (repaired.length > 0)
        log.warn({ members: repaired }, 'counts of followers or drops were wrong and are corrected')
    }
    const since = new Date(clock.now().getTime() - recentMs)
    for await (const drops of idBatches(after => findDropsAfter(db, after, since))) {
      for (let start = 0; start < drops.length; start += dropsPerStatement) {
        signal.throwIfAborted()
        const repaired = await recountDeliveries(db, drops.slice(start, start + dropsPerStatement))
        if (repaired.length > 0)
          log.warn({ drops: repaired }, 'counts of deliveries were wrong and are corrected')
      }
    }
  },
})

const findMembersAfter = (db: Queryable, id: number) =>
  db.selectFrom('users').select('id').where('id', '>', id).orderBy('id').limit(batchSize).execute()

const findDropsAfter = (db: Queryable, id: number, since: Date) =>
  db
    .selectFrom('drops')
    .select('id')
    .where('id', '>', id)
    .where('created_at', '>', since)
    .orderBy('id')
    .limit(batchSize)
    .execute()

/**
 * Returns whether the number of members, or that of a month, was wrong. The difference is added, because both
 * numbers are as of one time.
 */
async function recountTotal(db: Queryable): Promise<boolean> {
  const total = await sql`
    update member_total set members = members + difference
    from (select (select count(*) from users) - members as difference from member_total) found
    where difference <> 0`.execute(db)
  const months = await sql`
    insert into members_by_month as stored (month, members)
    select month, difference from (
      select month, coalesce(counted, 0) - coalesce(members, 0) as difference
      from (select month_of(created_at) as month, count(*) as counted from users group by 1) found
      full join members_by_month using (month)
    ) differences where difference <> 0
    on conflict (month) do update set members = stored.members + excluded.members
    returning month`.execute(db)
  return total.numAffectedRows === 1n || months.rows.length > 0
}

/** Returns the ids of the members whose counts were wrong. Their new follows and drops wait meanwhile. */
async function recountMembers(db: Queryable, members: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from recount_follows(${members}) id
    union select id from recount_follows_by_month(${members}) id
    union select id from recount_drops(${members}) id
    union select id from recopy_search_texts(${members}) id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the ids of the drops whose counts were wrong. */
async function recountDeliveries(db: Queryable, drops: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from recount_deliveries(${drops}) id`.execute(db)
  return rows.map(({ id }) => id)
}
