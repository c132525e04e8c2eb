import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { defineJob } from '../../platform/queue.ts'

const membersAtOnce = 200

/** Fills the movement of drops that a process of the previous release made during a deploy. */
export const fillMovement = defineJob({
  name: 'fill-movement',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '41 * * * *',
  runAtStart: true,
  async run({ db }: Pick<Context, 'db'>, _, signal) {
    for (;;) {
      signal.throwIfAborted()
      const members = await db
        .selectFrom('drops')
        .select('user_id')
        .distinct()
        .where('movement', 'is', null)
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('drop_tracks').whereRef('drop_id', '=', 'drops.id')),
        )
        .limit(membersAtOnce)
        .execute()
      if (members.length === 0) return
      await sql`select fill_movement(${members.map(({ user_id }) => user_id)})`.execute(db)
    }
  },
})
