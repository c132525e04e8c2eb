import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/queue.ts'
import { computeDiscovery } from './compute-discovery.ts'
import { copyFollowers } from './copy-followers.ts'

/** Of one run: 10,000 tracks at most. */
const rounds = 50

export const computeDiscoveryJob = defineJob({
  name: 'compute-discovery',
  options: {
    // One is queued or running at a time, over all processes; the next minute's run replaces a retry.
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 120,
    deleteAfterSeconds: 60 * 60,
    notify: true,
  },
  schedule: '* * * * *',
  runAtStart: true,
  async run({ db }: Pick<Context, 'db'>, _, signal) {
    await copyFollowers(db, signal)
    await computeDiscovery(db, { rounds, signal })
  },
})
