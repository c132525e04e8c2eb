// @module-tag resilience
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDrops } from '../../src/drops/add-drops.ts'
import { memberWithFollowers, statesOf } from '../drop-audience.ts'
import { testSize } from '../random-runs.ts'
import { openTestApp } from '../test-app.ts'
import { onPostgres } from '../test-database.ts'
import { convertToPartitions } from './convert-to-partitions.ts'

// FOLLOWERS=5000 EARLIER=50000 and --reporter=verbose print the figures of docs/scale.md at another size.
const followers = Number(process.env.FOLLOWERS ?? testSize(1_000, 5_000))
const partitions = Number(process.env.PARTITIONS ?? 100)
/** Deliveries in each partition before the drop. */
const earlier = Number(process.env.EARLIER ?? testSize(500, 5_000))

const [flat, partitioned] = [await openTestApp(), await openTestApp()]

test.runIf(onPostgres)(
  'A drop takes at most one and a half times as long on a hundred partitions as on one table',
  // A database is converted once, so a second try could not begin.
  { timeout: 3_600_000, retry: 0 },
  async ({ annotate }) => {
    for (const app of [flat, partitioned]) await fill(app)
    await convertToPartitions(partitioned, 1)
    const seconds = { flat: Infinity, partitioned: Infinity }
    let ratio = Infinity
    // The two take turns, and the best of up to six rounds counts, because other processes use the machine, too.
    for (let round = 0; round < 6 && ratio >= 1.5; round++) {
      seconds.flat = Math.min(seconds.flat, await timeDrop(flat))
      seconds.partitioned = Math.min(seconds.partitioned, await timeDrop(partitioned))
      ratio = seconds.partitioned / seconds.flat
    }
    await annotate(
      `${followers} mails: flat ${seconds.flat.toFixed(1)} s, ${partitions} partitions of ${earlier} ${seconds.partitioned.toFixed(1)} s, ratio ${ratio.toFixed(2)}`,
    )
    expect(ratio).toBeLessThan(1.5)
  },
)

/** Ended drops with their deliveries, each of which becomes a partition. A statement may insert five million. */
const fill = (app: typeof flat) =>
  app.database.withoutTimeouts(async db => {
    const { clock } = app.context
    const member = await memberWithFollowers({ ...app, context: { ...app.context, db } }, earlier)
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', member.username)
      .executeTakeFirstOrThrow()
    const week = 7 * 24 * 60 * 60 * 1000
    const past = Array.from({ length: partitions }, (_, index) => ({
      number: index + 1,
      created_at: new Date(clock.now().getTime() - (partitions - index) * week),
      list: ['4uLU6hMCjMI75M1A2tKUQC'],
    }))
    await addDrops(db, id, past, { delivery_counts: '{}' })
    await sql`insert into drop_notifications (drop_id, follow_id, status, sent_at)
      select drops.id, f.id, 'sent', now() from drops, radr_follows f
      where drops.user_id = ${id} and f.radr_user_id = ${id} order by 1, 2`.execute(db)
    await sql`analyze`.execute(db)
  })

/** Seconds from the request until the last mail has arrived. */
async function timeDrop(app: typeof flat) {
  const member = await memberWithFollowers(app, followers)
  app.mailbox.clear()
  const started = performance.now()
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  await app.mailbox.waitFor(followers, 300_000)
  const seconds = (performance.now() - started) / 1000
  await expect.poll(() => statesOf(member)).toMatchObject({ sent: followers, audience: followers })
  return seconds
}
