import { openBounceListener } from '../delivery/bounces/bounce-listener.ts'
import { releaseAllDeliveries } from '../delivery/sender/claim-deliveries.queries.ts'
import { startSender } from '../delivery/sender/sender.ts'
import { openMailFlow } from '../mail/mail-flow.ts'
import { openTransport } from '../mail/open-transport.ts'
import { createSendRateLimiter } from '../mail/send-rate-limit.ts'
import type { Context } from '../platform/context.ts'
import { createTrackSources } from '../spotify/details/track-sources.ts'
import { accountParts } from './account-parts.ts'
import { type JobContext, jobs } from './jobs.ts'

export async function startWorker(context: Context) {
  const { db, config, log, queue } = context
  const transport = openTransport(config, log)
  const mailFlow = await openMailFlow(context, transport)
  const rateLimiter = createSendRateLimiter(db, config.mailRate)
  const bounceListener = await openBounceListener({ ...context, mailFlow, rateLimiter })
  // No other process can hold claims, so there is no need to wait until those of an earlier one expire.
  if (!config.databaseUrl) await releaseAllDeliveries(db)
  const sender = startSender({ ...context, mailFlow, rateLimiter })
  const jobContext: JobContext = {
    ...context,
    accountParts,
    mailFlow,
    rateLimiter,
    notifySender: sender.notify,
    trackSources: createTrackSources(context),
  }
  for (const job of jobs) await queue.work(job, jobContext)
  return {
    notifySender: sender.notify,
    senderIdleMs: sender.idleMs,
    async stop() {
      mailFlow.stop()
      await Promise.all([bounceListener?.close(), sender.stop(), transport.close()])
    },
  }
}
