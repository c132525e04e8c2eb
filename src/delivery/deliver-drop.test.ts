import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dropAndDeliver, memberWithFollowers, statesOf } from '../../tests/drop-audience.ts'
import { openTestApp, runJob } from '../../tests/test-app.ts'
import { deliverIncomplete } from './deliver-drop.job.ts'

const app = await openTestApp()
const { db } = app.context

test('A drop that cannot be enqueued holds neither later drops nor the record of those that have ended', async () => {
  const ended = await memberWithFollowers(app, 1)
  expect(await dropAndDeliver(ended)).toMatchObject({ sent: 1 })
  const [broken, later] = [await memberWithFollowers(app, 1), await memberWithFollowers(app, 1)]
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise 'a fault of this drop'; end $$`.execute(db)
  await sql`create trigger refuse before insert on drop_notifications
    for each row execute function refuse()`.execute(db)
  const drops: number[] = []
  for (const member of [broken, later]) {
    const { body } = await member.call<{ id: number }>('POST', '/api/drops', {})
    drops.push(body.id)
  }
  // The jobs of these two would enqueue them, too.
  await sql`delete from pgboss.job where name = 'deliver-drop'`.execute(db)
  await sql`drop trigger refuse on drop_notifications`.execute(db)
  await sql`create trigger refuse before insert on drop_notifications
    for each row when (new.drop_id = ${sql.lit(drops[0])}) execute function refuse()`.execute(db)

  const job = runJob(deliverIncomplete, { ...app.context, notifySender() {} }, {})
  await expect(job).rejects.toThrow('a fault of this drop')
  await expect.poll(() => statesOf(later)).toMatchObject({ sent: 1 })
  expect(await statesOf(broken)).toMatchObject({ pending: 1 })
  const { rows } = await sql<{ recorded: boolean }>`
    select delivery_counts is not null as recorded from drops order by id`.execute(db)
  expect(rows[0]).toEqual({ recorded: true })
})
