import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addFollowers } from '../../../tests/drop-audience.ts'
import { randomRuns } from '../../../tests/random-runs.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { recount } from '../../app/operator/recount.ts'
import { changeDeliveries, counted, deleteDeliveries } from '../../mail/delivery-counts.ts'
import { systemClock } from '../../platform/clock.ts'
import type { OpenDatabase } from '../../platform/database.ts'
import { countDeliveries } from '../delivery.queries.ts'
import { skipReasons } from '../skip-reasons.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  await sql`insert into users (username, password, email) values ('star', '', 'star@mail.test')`.execute(
    db,
  )
  await sql`insert into drops (user_id, drop_number, movement, ledger_filled_at)
    select id, n, '{}', now() from users, generate_series(1, 3) n`.execute(db)
  await addFollowers({ context: { db, clock: systemClock } }, 'star', 12)
  return () => database.close()
})

const status = fc.constantFrom(
  'pending',
  'sending',
  'sent',
  'retry',
  'failed',
  'skipped',
  'unknown',
  'digest',
)
const step = fc.record({
  does: fc.constantFrom('add' as const, 'change' as const, 'remove' as const),
  status,
  /** Which deliveries: those whose number leaves this rest. */
  rest: fc.nat(4),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const take = ({ does, status, rest }: Step) =>
  database.db.transaction().execute(async trx => {
    const those = sql`id % 5 = ${rest}::int`
    if (does === 'change') await changeDeliveries(trx, those, sql`status = ${status}`)
    if (does === 'remove') {
      await sql`select from drop_notifications where ${those} order by id for update`.execute(trx)
      await deleteDeliveries(trx, those)
    }
    if (does === 'add')
      await sql`
        with added as (
          insert into drop_notifications (drop_id, follow_id, status)
          select drops.id, f.id, ${status} from drops, radr_follows f
          where (drops.id + f.id) % 5 = ${rest}::int order by drops.id, f.id on conflict do nothing
          returning drop_id, status
        ), changed as (select drop_id, null as before, status as after from added), ${counted}
        select`.execute(trx)
  })

test('After any history, also of changes made at once, the counts of deliveries are what counting gives', async () => {
  const history = fc.array(step, { minLength: 3, maxLength: 25 })
  const property = fc.asyncProperty(history, fc.boolean(), async (steps, atOnce) => {
    if (atOnce) await Promise.all(steps.map(take))
    else for (const step of steps) await take(step)
    await expectCountsToBeRight()
    expect(await recount(database.db, new Date())).toEqual([])
  })
  await fc.assert(property, { numRuns: randomRuns(40) })
})

test('Each reason of the database why a delivery is skipped has words for the owner', async () => {
  const { rows } = await sql<{ reason: string }>`
    select unnest(enum_range(null::skip_reason))::text as reason`.execute(database.db)
  expect(rows).toHaveLength(8)
  expect(Object.keys(skipReasons)).toEqual(expect.arrayContaining(rows.map(({ reason }) => reason)))
})

test('Wrong counts are found and corrected', async () => {
  await take({ does: 'add', status: 'sent', rest: 1 })
  await sql`update delivery_counts set failed = failed + 7 where drop_id = 2`.execute(database.db)
  await sql`delete from delivery_counts where drop_id = 3`.execute(database.db)
  expect(await recount(database.db, new Date())).toEqual([
    'Deliveries of these drops were wrong: 2, 3.',
  ])
  await expectCountsToBeRight()
})

async function expectCountsToBeRight() {
  const { rows } = await sql<{ drop_id: number; counts: Record<string, number>; audience: number }>`
    select drops.id as drop_id, count(n.id) as audience, (
      select coalesce(jsonb_object_agg(status, count), '{}') from (
        select status, count(*) as count from drop_notifications where drop_id = drops.id group by 1
      ) counted) as counts
    from drops left join drop_notifications n on n.drop_id = drops.id group by drops.id`.execute(
    database.db,
  )
  expect(rows).toHaveLength(3)
  const open = { pending: 0, sending: 0, retry: 0, digest: 0 }
  const none = { ...open, sent: 0, failed: 0, skipped: 0, unknown: 0 }
  for (const { drop_id, counts, audience } of rows) {
    const expected = { ...none, ...counts }
    expect(await countDeliveries(database.db, drop_id)).toEqual({ ...expected, audience })
  }
}
