import { chartJobKinds, startChartJobs } from '../charts/compute-charts.job.ts'
import { dropJobKinds, startDropJobs } from '../drops/drops.jobs.ts'
import { openReportDoor } from '../drops/inbound-reports.ts'
import { followJobKinds, startFollowJobs } from '../follows/follows.jobs.ts'
import { memberJobKinds, startMemberJobs } from '../members/members.jobs.ts'
import {
  removeOrphans,
  startRemovingOrphanedAvatars,
} from '../members/remove-orphaned-avatars.job.ts'
import type { Context } from '../platform/context.ts'
import { forgetRateLimits, startForgettingRateLimits } from '../platform/forget-rate-limits.job.ts'
import { openMailFlow } from '../platform/mail/flow.ts'
import { openTransport } from '../platform/mail/open-transport.ts'
import type { JobKind } from '../platform/queue.ts'
import { startVacuuming, vacuumJob } from '../platform/vacuum.job.ts'
import { startTrackJobs, trackJobKinds } from '../tracks/tracks.jobs.ts'
import type { Renderer } from './render.contract.ts'

/** Every kind of job there is. */
export const jobKinds: JobKind<object>[] = [
  ...memberJobKinds,
  ...followJobKinds,
  ...dropJobKinds,
  ...trackJobKinds,
  ...chartJobKinds,
  removeOrphans,
  forgetRateLimits,
  vacuumJob,
]

type Worker = { stop(): Promise<void> }

/** Starts everything that happens without a request. */
export async function startWorker(context: Context, { renderMail }: Renderer): Promise<Worker> {
  const transport = openTransport(context.config, context.log)
  const flow = openMailFlow(context.db, context.config.mailRate)
  const worker = { ...context, transport, flow, renderMail }
  const door = await openReportDoor(context)
  await startForgettingRateLimits(context)
  if (!context.config.databaseUrl) await startVacuuming(context)
  await startMemberJobs(worker)
  await startRemovingOrphanedAvatars(context)
  await startTrackJobs(context)
  await startFollowJobs(worker)
  await startChartJobs(worker)
  const senders = await startDropJobs(worker)
  return {
    async stop() {
      await Promise.all([door?.close(), senders.stop(), transport.close()])
    },
  }
}
