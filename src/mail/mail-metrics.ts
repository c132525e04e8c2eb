import { Counter, Histogram } from 'prom-client'
import { processMetrics } from '../platform/metrics.ts'
import type { Outcome } from './mail.ts'
import { mails as kinds, type MailKind, mailKinds } from './mails.ts'

const registers = [processMetrics]
const mails = new Counter({
  name: 'radr_mails_total',
  help: 'Attempts of this process to send a mail, by kind and outcome.',
  labelNames: ['kind', 'outcome'] as const,
  registers,
})
const mailSeconds = new Histogram({
  name: 'radr_mail_seconds',
  help: 'Seconds from passing a mail to the transport until its outcome, including the wait for a connection and a rate-limit slot.',
  labelNames: ['kind'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30],
  registers,
})
const inboundMails = new Counter({
  name: 'radr_inbound_mails_total',
  help: 'Mails that this process received: reports about bounces and complaints, mails of people that were forwarded or refused, ignored ones, and those deferred because they took too long to parse or could not be recorded or forwarded yet.',
  labelNames: ['outcome'] as const,
  registers,
})

// Prometheus does not see the first increase of a counter that begins above zero.
for (const kind of new Set(mailKinds.map(kind => kinds[kind].group)))
  for (const outcome of ['sent', 'rejected']) mails.inc({ kind, outcome }, 0)

/** Its label `kind` is the group of the mail's kind. */
export async function measureAttempt(
  mail: MailKind,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const kind = kinds[mail].group
  const stopTimer = mailSeconds.startTimer({ kind })
  const outcome = await attempt()
  stopTimer()
  mails.inc({ kind, outcome: outcome.kind })
  return outcome
}

export type InboundOutcome = 'report' | 'forwarded' | 'refused' | 'ignored' | 'deferred'
export const countInbound = (outcome: InboundOutcome) => inboundMails.inc({ outcome })
