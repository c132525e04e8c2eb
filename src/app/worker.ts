import { openBounceListener } from '../delivery/bounces/bounce-listener.ts'
import { createDropLedger } from '../delivery/sender/drop-ledger.ts'
import { mailChannel } from '../mail/mails.queries.ts'
import { openTransport } from '../mail/open-transport.ts'
import { openMailFlow } from '../mail/pausing/mail-flow.ts'
import { releaseAllLeases } from '../mail/sender/ledger.ts'
import { createMailLedger } from '../mail/sender/mail-ledger.ts'
import { createSendRateLimiter } from '../mail/sender/send-rate-limit.ts'
import { startSender } from '../mail/sender/sender.ts'
import { accountParts } from '../operations/account-parts.ts'
import type { Context } from '../platform/context.ts'
import type { OpenDatabase } from '../platform/database.ts'
import { createTrackSources } from '../spotify/details/track-sources.ts'
import { type JobContext, jobs } from './jobs.ts'
import { storedMails } from './mails.ts'

export async function startWorker(context: Context, { jobs: connection }: OpenDatabase) {
  const { db, config, log, queue } = context
  const transport = openTransport(config, log)
  const mailFlow = await openMailFlow(context, transport)
  const rateLimiter = createSendRateLimiter(db, config.mailRate)
  const mailContext = { ...context, mailFlow, rateLimiter }
  const bounceListener = await openBounceListener(mailContext)
  // No other process can hold claims, so there is no need to wait until those of an earlier one expire.
  if (!config.databaseUrl) await releaseAllLeases(db)
  const sender = startSender(mailContext, [
    createMailLedger(mailContext, 'account', storedMails),
    createDropLedger(mailContext),
    createMailLedger(mailContext, 'weekly', storedMails),
  ])
  const listener = await connection.listen?.(mailChannel, sender.notify, sender.notify)
  const jobContext: JobContext = {
    ...context,
    accountParts,
    notifySender: sender.notify,
    trackSources: createTrackSources(context),
  }
  for (const job of jobs) await queue.work(job, jobContext)
  return {
    notifySender: sender.notify,
    senderIdleMs: sender.idleMs,
    async stop() {
      mailFlow.stop()
      await listener?.close()
      await Promise.all([bounceListener?.close(), sender.stop(), transport.close()])
    },
  }
}
