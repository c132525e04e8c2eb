import { openBreaker } from '../platform/breaker.ts'
import type { Context } from '../platform/context.ts'
import type { JobKind } from '../platform/queue.ts'
import { lookUp, lookUpTrack, orderRefreshes, refreshTracks } from './look-up-track.job.ts'

export const trackJobKinds: JobKind<object>[] = [lookUpTrack, refreshTracks]

/** Looks titles and artwork up, two at a time. */
export async function startTrackJobs(context: Context) {
  const { queue, clock } = context
  const ask = openBreaker(clock)
  await queue.work(lookUpTrack, ({ trackId }, signal) => lookUp(context, ask, trackId, signal), 2)
  await queue.work(refreshTracks, () => orderRefreshes(context))
  await queue.schedule(refreshTracks, '23 * * * *')
}
