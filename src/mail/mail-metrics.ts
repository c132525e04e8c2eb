import { Counter, Histogram } from 'prom-client'
import { processMetrics } from '../platform/metrics.ts'
import type { Outcome } from './mail.ts'
import { type MailKind, mailKinds, rulesOf } from './mails.ts'

const registers = [processMetrics]
const attempts = new Counter({
  name: 'radr_mails_total',
  help: 'Attempts of this process to send a mail, by kind and outcome.',
  labelNames: ['kind', 'outcome'] as const,
  registers,
})
const attemptSeconds = new Histogram({
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
for (const group of new Set(mailKinds.map(kind => rulesOf(kind).group)))
  for (const outcome of ['sent', 'rejected']) attempts.inc({ kind: group, outcome }, 0)

/** The label `kind` of these metrics is the group of the mail. */
export async function measureAttempt(
  kind: MailKind,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const { group } = rulesOf(kind)
  const stopTimer = attemptSeconds.startTimer({ kind: group })
  const outcome = await attempt()
  stopTimer()
  attempts.inc({ kind: group, outcome: outcome.kind })
  return outcome
}

export type InboundOutcome = 'report' | 'forwarded' | 'refused' | 'ignored' | 'deferred'
export const countInbound = (outcome: InboundOutcome) => inboundMails.inc({ outcome })
