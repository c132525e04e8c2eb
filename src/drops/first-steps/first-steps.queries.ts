import { sql } from 'kysely'
import { memberNotFound } from '../../members/members.errors.ts'
import type { Context } from '../../platform/context.ts'
import { type Placeholders, prepareQuery } from '../../platform/database/prepare-query.ts'
import { maxTracks } from '../../tracks/tracks.shared.ts'
import type { FirstStep, FirstSteps } from './first-steps.schemas.ts'

/** Once all are done they are closed, so that they do not come back when a track or follower goes. */
export async function findFirstSteps(
  context: Pick<Context, 'db' | 'clock'>,
  userId: number,
): Promise<FirstSteps> {
  const [counts] = await selectCounts(context.db, { userId })
  if (!counts) throw memberNotFound()
  const { closedAt, tracks, drops, followers } = counts
  const isDone: Record<FirstStep, boolean> = {
    track: tracks > 0 || drops > 0,
    list: tracks >= maxTracks,
    drop: drops > 0,
    follower: followers > 0,
  }
  const steps = Object.keys(isDone) as FirstStep[]
  const done = steps.filter(step => isDone[step])
  const complete = done.length === steps.length
  if (complete && closedAt === null) await closeFirstSteps(context, userId)
  return { closed: complete || closedAt !== null, done, tracks }
}

const selectCounts = prepareQuery((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('users')
    .innerJoin('drop_counts', 'drop_counts.user_id', 'users.id')
    .innerJoin('follow_counts', 'follow_counts.user_id', 'users.id')
    .select([
      'first_steps_closed_at as closedAt',
      'drop_counts.drops',
      'follow_counts.confirmed as followers',
      sql<number>`(select count(*)::int from tracks where user_id = users.id)`.as('tracks'),
    ])
    .where('users.id', '=', userId),
)

export async function closeFirstSteps(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
) {
  await db
    .updateTable('users')
    .set({ first_steps_closed_at: clock.now() })
    .where('id', '=', userId)
    .where('first_steps_closed_at', 'is', null)
    .execute()
}
