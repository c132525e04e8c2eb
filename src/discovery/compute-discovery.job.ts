import type { Context } from '../platform/context.ts'
import { defineJob, everyMinute } from '../platform/queue.ts'
import { computeDiscovery } from './compute-discovery.ts'
import { copyFollowers } from './copy-followers.ts'

/** Of one run: 10,000 tracks at most. */
const rounds = 50

export const computeDiscoveryJob = defineJob({
  name: 'compute-discovery',
  ...everyMinute,
  runAtStart: true,
  async run({ db }: Pick<Context, 'db'>, _, signal) {
    await copyFollowers(db, signal)
    await computeDiscovery(db, { rounds, signal })
  },
})
