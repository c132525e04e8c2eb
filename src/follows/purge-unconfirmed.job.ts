import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/queue.ts'

const keptMs = 7 * 24 * 60 * 60 * 1000

/** Deletes follows that were never confirmed, and then addresses that nothing needs any more. */
export const purgeUnconfirmed = defineJob({
  name: 'purge-unconfirmed',
  options: { retryLimit: 3, expireInSeconds: 600 },
  schedule: '17 * * * *',
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>) {
    const limit = new Date(clock.now().getTime() - keptMs)
    await db
      .deleteFrom('radr_follows')
      .where('verified', '=', false)
      .where('merged_into', 'is', null)
      .where(({ eb, fn }) => eb(fn.coalesce('last_verification_email', 'created_at'), '<=', limit))
      .execute()
    await db
      .deleteFrom('follower_registry')
      .where('user_id', 'is', null)
      .where('merged_into', 'is', null)
      // An address that wants no mail has to be remembered.
      .where('mail_stopped_at', 'is', null)
      .where('created_at', '<=', limit)
      // Read anew when an ask changed the row meanwhile, which the look for follows is not.
      .where(sql<boolean>`${limit}::timestamptz > all (confirm_mails)`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('radr_follows')
              .select('radr_follows.id')
              .whereRef('registry_id', '=', 'follower_registry.id'),
          ),
        ),
      )
      .execute()
  },
})
