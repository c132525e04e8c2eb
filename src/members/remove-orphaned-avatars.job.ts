import type { Context } from '../platform/context.ts'
import type { JobKind } from '../platform/queue.ts'

export const removeOrphans: JobKind<object> = {
  name: 'remove-orphaned-avatars',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
}

const hourMs = 60 * 60 * 1000

/** Removes pictures that are nobody's, every hour. */
export async function startRemovingOrphanedAvatars(context: Context) {
  await context.queue.work(removeOrphans, () => removeOrphanedAvatars(context))
  await context.queue.schedule(removeOrphans, '41 * * * *')
}

/** Not those of the last hour: what somebody is setting at this moment looks like nobody's. */
export async function removeOrphanedAvatars({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  await db
    .deleteFrom('avatars')
    .where('created_at', '<', new Date(clock.now().getTime() - hourMs))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').whereRef('users.avatar', '=', 'avatars.hash'))),
    )
    .execute()
}
