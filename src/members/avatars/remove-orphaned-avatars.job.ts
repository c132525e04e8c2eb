import type { Context } from '../../platform/context.ts'
import { defineJob } from '../../platform/queue.ts'

const hourMs = 60 * 60 * 1000

/** Deletes pictures that no member uses, except those of the last hour, which may be about to be used. */
export const removeOrphanedAvatars = defineJob({
  name: 'remove-orphaned-avatars',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '41 * * * *',
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>) {
    await db
      .deleteFrom('avatars')
      .where('created_at', '<', new Date(clock.now().getTime() - hourMs))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('users').whereRef('users.avatar', '=', 'avatars.hash'))),
      )
      .execute()
  },
})
