import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import PQueue from 'p-queue'
import type { Log } from '../../platform/log/log.ts'
import { isMailable } from '../../platform/text/email-address.shared.ts'
import type { Dkim } from '../composing/dkim.ts'
import { composeMail, invalidAddress, type WireMail } from '../composing/mime.ts'
import { maxSendMs, type Outcome, type Transport } from '../mail.ts'
import type { Slot } from '../sender/send-rate-limit.ts'
import { parseServer, type ServerOptions } from './parse-server.ts'
import { connectionError, noReply, outcomeOf, redact } from './smtp-outcome.ts'

export type SmtpOptions = ServerOptions & {
  connections?: number
  /** A connection is replaced after this many mails, 100 by default: relays close long-lived connections. */
  mailsPerConnection?: number
  dkim?: Dkim
  log: Pick<Log, 'debug' | 'warn'>
  timeouts?: Partial<typeof defaultTimeouts>
}

/** Milliseconds. */
const defaultTimeouts = {
  dns: 5_000,
  /** The time from the name lookup to the end of the TLS handshake; nodemailer includes the greeting. */
  connect: 45_000,
  /** Some servers greet late on purpose, because programs that send spam do not wait. */
  greeting: 40_000,
  inactivity: 30_000,
  /** Total time limit for one mail, however slowly the server responds. */
  total: maxSendMs,
  /** The time after which an unused connection is closed. */
  idle: 20_000,
  /** The time after which closing the transport ends the mails in flight. */
  close: 8_000,
  /** The time after which one more connection is tried where the server has refused one. */
  growth: 60_000,
}

/** One mail on its way. */
type Attempt = {
  signal: AbortSignal
  slot: Slot | undefined
  /** When it was assigned to a connection, by `performance.now()`. */
  startedAt: number
  /** Whether its connection is open and the server has accepted the login. */
  isConnected: boolean
  /** Whether the server has been sent the body, after which it may have accepted the mail. */
  bodyStarted: boolean
}

/**
 * Sends mails to one server on nodemailer's pool of connections. It sends a body at most once: retrying is up to
 * the caller. A server that refuses one more connection beside others gets fewer, and the mail waits for one of these.
 */
export function openSmtp(options: SmtpOptions): Transport {
  const { dkim, log, mailsPerConnection = 100 } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const server = parseServer(options)
  const connections = options.connections ?? server.connections ?? 10
  const pool = new SMTPPool({
    ...server.options,
    maxConnections: connections,
    maxMessages: mailsPerConnection,
    maxRequeues: 1,
    idleTimeout: timeouts.idle,
    dnsTimeout: timeouts.dns,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.inactivity,
  })
  /** How many connections the server permits, as far as it has said. */
  let permitted = connections
  let changedAt = performance.now()
  let acceptedAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  const inFlight = new Set<Attempt>()
  const queue = new PQueue()

  return {
    connections,
    async send(mail, slot, signal) {
      if (!isMailable(mail.to.address)) return invalidAddress
      const composed = await composeMail(mail, dkim)
      const controller = new AbortController()
      const attempt: Attempt = {
        signal: controller.signal,
        slot,
        startedAt: 0,
        isConnected: false,
        bodyStarted: false,
      }
      const cancel = () => {
        if (!attempt.bodyStarted) controller.abort()
      }
      const timer = setTimeout(() => controller.abort(), timeouts.total)
      signal?.addEventListener('abort', cancel)
      if (signal?.aborted) cancel()
      try {
        return await sendInTurn(composed, attempt)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
    },
    async close() {
      isClosed = true
      pool.close()
      const timer = setTimeout(() => pool.close({ force: true }), timeouts.close)
      await queue.onIdle()
      clearTimeout(timer)
    },
  }

  async function sendInTurn(composed: WireMail, attempt: Attempt): Promise<Outcome> {
    // One connection at first: when it is ready, a refusal of the others is about their number.
    if (inFlight.size === 0) queue.concurrency = 1
    for (;;) {
      const outcome = await queue
        .add(() => transmit(composed, attempt), { signal: attempt.signal })
        .catch(() => ended(attempt))
      if (outcome !== 'refused beside others') return outcome
    }
  }

  async function transmit(
    { envelope, raw }: WireMail,
    attempt: Attempt,
  ): Promise<Outcome | 'refused beside others'> {
    if (isClosed) return { kind: 'unavailable', reason: 'the transport is closed' }
    attempt.startedAt = performance.now()
    inFlight.add(attempt)
    const error = await sendByPool(envelope, () => bodyOf(raw, attempt), attempt.signal)
    inFlight.delete(attempt)
    if (!(error instanceof Error)) {
      acceptedAt = performance.now()
      growWhenDue()
      return { kind: 'sent', response: redact(error, server.secrets, envelope.to) }
    }
    if (isAboutConnectionCount(error, attempt)) {
      shrink(redact(error.response ?? error.message, server.secrets, envelope.to))
      attempt.isConnected = false
      return 'refused beside others'
    }
    return attempt.isConnected
      ? outcomeOf(error, attempt.bodyStarted, server.secrets, envelope)
      : { kind: 'unavailable', reason: connectionError(error, server) }
  }

  /** nodemailer asks for the body when the connection is ready, and reads it when the server has asked for it (354). */
  function bodyOf(raw: Buffer, attempt: Attempt) {
    if (!attempt.isConnected) log.debug('an SMTP connection is ready')
    attempt.isConnected = true
    queue.concurrency = permitted
    return new Readable({
      read() {
        // A mail that is read twice could arrive twice.
        if (attempt.bodyStarted) return void this.destroy(new Error('The body was sent before'))
        const start = () => {
          if (attempt.signal.aborted) return
          attempt.bodyStarted = true
          this.push(raw)
          this.push(null)
        }
        if (attempt.slot) attempt.slot().then(start, error => this.destroy(error))
        else start()
      },
    })
  }

  /** The reply to the mail, or the error. */
  function sendByPool(
    envelope: WireMail['envelope'],
    createReadStream: () => Readable,
    signal: AbortSignal,
  ): Promise<string | NodemailerError> {
    // What the pool reads of nodemailer's MailMessage. The envelope is a copy, because nodemailer makes `to` a list.
    const message = {
      getEnvelope: () => ({ ...envelope }),
      messageId: () => '',
      getHeader: () => '',
      createReadStream,
    }
    const mail = { message, data: { signal } } as unknown as Parameters<typeof pool.send>[0]
    return new Promise(resolve => {
      pool.send(mail, (error, info) => resolve(error ?? info?.response ?? ''))
    })
  }

  function isAboutConnectionCount(error: NodemailerError, attempt: Attempt) {
    if (attempt.signal.aborted || isClosed || permitted === 1) return false
    const isBesideOthers =
      acceptedAt > attempt.startedAt || [...inFlight].some(({ isConnected }) => isConnected)
    const isRefused = !attempt.isConnected || tooManyConnections.test(error.response ?? '')
    return isBesideOthers && isRefused && !attempt.bodyStarted
  }

  function shrink(reason: string) {
    if (permitted === connections)
      log.warn({ reason }, 'the mail server refuses one more connection: fewer are used')
    permitted--
    changedAt = performance.now()
    queue.concurrency = permitted
  }

  function growWhenDue() {
    if (permitted === connections || performance.now() - changedAt < timeouts.growth) return
    permitted++
    changedAt = performance.now()
    queue.concurrency = permitted
  }
}

/** Exchange and Postfix say it in reply to a command of the mail, not at the greeting. */
const tooManyConnections =
  /^4(?=.*\b(?:too many|concurrent|maximum|limit)\b)(?=.*\b(?:connections|sessions|threads?)\b)/is

function ended({ bodyStarted, isConnected }: Attempt): Outcome {
  const reason = 'the attempt took too long'
  if (bodyStarted) return { kind: 'unknown', reason }
  if (isConnected) return { kind: 'unavailable', reason, code: noReply }
  return { kind: 'unavailable', reason: 'no connection was free in time' }
}
