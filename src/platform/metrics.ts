import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Outcome } from './mail/mail.ts'

/** What this process counts by itself; what stands in the database is read when somebody asks. */
export const processMetrics = new Registry()

const registers = [processMetrics]
const mails = new Counter({
  name: 'radr_mails_total',
  help: 'Attempts to send a mail by this process, by what came of them.',
  labelNames: ['kind', 'outcome'] as const,
  registers,
})
const mailSeconds = new Histogram({
  name: 'radr_mail_seconds',
  help: 'How long the mail server took for one mail, waiting for a connection and a turn included.',
  labelNames: ['kind'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30],
  registers,
})
const breakerOpen = new Gauge({
  name: 'radr_mail_breaker_open',
  help: 'Whether this process holds back drop mail because the mail server is not to be had.',
  registers,
})

/** Counts one attempt, and how long it took. */
export async function measured(
  kind: 'drop' | 'account',
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const done = mailSeconds.startTimer({ kind })
  const outcome = await attempt()
  done()
  mails.inc({ kind, outcome: outcome.kind })
  return outcome
}

export const showBreaker = (isOpen: boolean) => breakerOpen.set(isOpen ? 1 : 0)
