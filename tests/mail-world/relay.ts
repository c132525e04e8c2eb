import { setImmediate } from 'node:timers/promises'
import type { EncodedMail, Mail, Outcome, Transport } from '../../src/mail/mail.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'

/** What the relay does with a recipient, or with everybody. */
export const manners = ['refuses', 'defers', 'swallows', 'stays silent', 'hangs up'] as const
type Manner = (typeof manners)[number]
export const outages = ['is away', 'refuses us'] as const
type Outage = (typeof outages)[number]

export type Attempt = {
  to: string
  messageId: string
  /** Paths of the drops, such as "star1/drops/2". */
  drops: string[]
  process: Process
  /** Steps of the world before it. */
  step: number
  manner: Manner | Outage | 'accepts'
  hasArrived: boolean
}

export const connections = 3

export type Relay = ReturnType<typeof createRelay>

/** A mail server that everybody's mails go to. `manners` and `outage` change at any moment. */
export function createRelay(random: Random, stepNow: () => number) {
  const attempts: Attempt[] = []
  const relay = {
    attempts,
    manners: new Map<string, Manner>(),
    outage: null as Outage | null,
    /** The way of one process to it. */
    transportOf: (process: Process): Transport => ({
      connections,
      async send(mail) {
        const attempt: Attempt = {
          to: mail.to.address,
          messageId: mail.messageId,
          drops: dropsIn(mail),
          process,
          step: stepNow(),
          manner: relay.outage ?? relay.manners.get(mail.to.address) ?? 'accepts',
          hasArrived: false,
        }
        await process.point()
        if (random.isIn(0.3)) await setImmediate()
        attempts.push(attempt)
        attempt.hasArrived = attempt.manner === 'accepts' || attempt.manner === 'stays silent'
        await process.point()
        return replies[attempt.manner]
      },
      async close() {},
    }),
  }
  return relay
}

const replies: Record<Attempt['manner'], Outcome> = {
  accepts: { kind: 'sent', response: '250 OK' },
  refuses: {
    kind: 'rejected',
    code: 550,
    enhanced: '5.2.1',
    response: '5.2.1 mailbox disabled',
    isClear: true,
  },
  defers: { kind: 'retry', code: 451, response: '4.2.2 mailbox full' },
  // The body was read, and there is no reply: it has arrived or not.
  'stays silent': { kind: 'unknown', reason: 'no answer to the body' },
  swallows: { kind: 'unknown', reason: 'no answer to the body' },
  'hangs up': { kind: 'unavailable', code: 421, reason: '4.3.2 not now' },
  'is away': { kind: 'unavailable', reason: 'ECONNREFUSED' },
  'refuses us': { kind: 'unavailable', code: 554, reason: '5.7.1 blocked' },
}

function dropsIn(mail: Mail | EncodedMail): string[] {
  const text = 'bytes' in mail ? mail.bytes.toString('latin1').replaceAll('=\r\n', '') : mail.text
  return [...new Set(text.match(/star\d\/drops\/\d+/g))]
}
