import type { ConnectionOptions } from 'node:tls'
import { isMailable } from '../../platform/email-address.shared.ts'
import type { Log } from '../../platform/log.ts'
import type { Dkim } from '../dkim.ts'
import { type EncodedMail, type Mail, maxSendMs, type Outcome, type Transport } from '../mail.ts'
import { type ComposedMail, composeMail, invalidAddress } from '../mime.ts'
import type { Slot } from '../send-rate-limit.ts'
import {
  type Attempt,
  connectionError,
  openConnection,
  type Server,
  type SmtpConnection,
} from './smtp-connection.ts'

export type SmtpOptions = {
  /**
   * `smtp://` or `smtps://`, with user and password percent-encoded. With a password `smtp://` requires
   * STARTTLS, unless `?tls=optional` is given; without one it is used where the server offers it.
   */
  url: string
  connections?: number
  /** A connection is replaced after this many mails, 100 by default: relays close long-lived connections. */
  mailsPerConnection?: number
  dkim?: Dkim
  /** For a relay with a self-signed certificate. */
  tls?: ConnectionOptions
  log: Pick<Log, 'debug'>
  timeouts?: Partial<typeof defaultTimeouts>
}

/** Milliseconds. */
const defaultTimeouts = {
  dns: 5_000,
  /** From the name lookup to the end of the TLS handshake; nodemailer includes the greeting. */
  connect: 15_000,
  greeting: 15_000,
  inactivity: 30_000,
  /** For one mail with all that belongs to it, however slowly the server responds. */
  total: maxSendMs,
  /** After which an unused connection is closed. */
  idle: 20_000,
  quit: 1_000,
  close: 8_000,
}

type PoolEntry = { connection: SmtpConnection | null; idleTimer?: NodeJS.Timeout }

/** A pool of connections to one server. It never sends a mail twice: retrying is up to the caller. */
export function openSmtp(options: SmtpOptions): Transport {
  const { connections = 10, mailsPerConnection = 100, dkim, log } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const server = parseServer(options, timeouts)
  const pool = Array.from({ length: connections }, (): PoolEntry => ({ connection: null }))
  const free = [...pool]
  const queue: ((entry: PoolEntry | null) => void)[] = []
  const inFlight = new Map<AbortController, Promise<Outcome>>()
  let closed = false

  return {
    connections,
    async send(mail, slot, signal) {
      const controller = new AbortController()
      const attempt: Attempt = { ended: controller.signal, bodyStarted: false }
      const cancel = () => {
        if (!attempt.bodyStarted) controller.abort()
      }
      const timer = setTimeout(() => controller.abort(), timeouts.total)
      signal?.addEventListener('abort', cancel)
      if (signal?.aborted) cancel()
      const outcome = sendWhenFree(mail, attempt, slot)
      inFlight.set(controller, outcome)
      try {
        return await outcome
      } finally {
        inFlight.delete(controller)
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
    },
    async close() {
      closed = true
      for (const cancel of queue.splice(0)) cancel(null)
      const timer = setTimeout(() => {
        for (const controller of inFlight.keys()) controller.abort()
      }, timeouts.close)
      await Promise.allSettled(inFlight.values())
      clearTimeout(timer)
      await Promise.all(pool.map(disconnect))
    },
  }

  async function sendWhenFree(
    mail: Mail | EncodedMail,
    attempt: Attempt,
    slot?: Slot,
  ): Promise<Outcome> {
    if (!isMailable(mail.to.address)) return invalidAddress
    const entry = await acquire(attempt)
    if (!entry) return { kind: 'unavailable', reason: 'no connection was free in time' }
    try {
      const composed = await composeMail(mail, dkim)
      const isReused = entry.connection?.isOpen === true
      const outcome = await sendOn(entry, composed, attempt, slot)
      // Servers may close an idle connection at any time; only a new one shows whether they are unavailable.
      return isReused && outcome.kind === 'unavailable' && !closed && !attempt.ended.aborted
        ? await sendOn(entry, composed, attempt)
        : outcome
    } finally {
      release(entry)
    }
  }

  async function sendOn(
    entry: PoolEntry,
    composed: ComposedMail,
    attempt: Attempt,
    slot?: Slot,
  ): Promise<Outcome> {
    if (entry.connection && entry.connection.mails >= mailsPerConnection) await disconnect(entry)
    try {
      if (!entry.connection?.isOpen) {
        entry.connection = await openConnection(server, attempt)
        log.debug('SMTP connection opened')
      }
    } catch (error) {
      return { kind: 'unavailable', reason: connectionError(error, server) }
    }
    await slot?.()
    if (attempt.ended.aborted) return { kind: 'unavailable', reason: 'the attempt took too long' }
    return entry.connection.send(composed, attempt)
  }

  /** Null when the attempt ends, or the transport is closed, before a connection is free. */
  async function acquire({ ended }: Attempt): Promise<PoolEntry | null> {
    if (closed || ended.aborted) return null
    const entry = free.findLast(({ connection }) => connection?.isOpen) ?? free.at(-1)
    if (!entry) return waitForEntry(ended)
    free.splice(free.indexOf(entry), 1)
    clearTimeout(entry.idleTimer)
    return entry
  }

  function waitForEntry(ended: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<PoolEntry | null>()
    const giveUp = () => {
      queue.splice(queue.indexOf(take), 1)
      resolve(null)
    }
    const take = (entry: PoolEntry | null) => {
      ended.removeEventListener('abort', giveUp)
      resolve(entry)
    }
    queue.push(take)
    ended.addEventListener('abort', giveUp, { once: true })
    return promise
  }

  function release(entry: PoolEntry) {
    const next = queue.shift()
    if (next) return next(entry)
    free.push(entry)
    if (entry.connection) entry.idleTimer = setTimeout(() => void disconnect(entry), timeouts.idle)
  }

  async function disconnect(entry: PoolEntry) {
    const { connection } = entry
    entry.connection = null
    clearTimeout(entry.idleTimer)
    await connection?.quit()
  }
}

function parseServer({ url, tls }: SmtpOptions, timeouts: typeof defaultTimeouts): Server {
  // The error of `new URL` would contain the password.
  if (!URL.canParse(url))
    throw new TypeError('The mail server takes an address like smtp://host:587')
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  return {
    options: {
      host: decoded(hostname).replace(/^\[|\]$/g, ''),
      port: port || undefined,
      secure: protocol === 'smtps:',
      // Otherwise an attacker who strips STARTTLS from the server's response could read the password.
      requireTLS: password !== '' && searchParams.get('tls') !== 'optional',
      tls,
      dnsTimeout: timeouts.dns,
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.inactivity,
    },
    login: username ? { user: decoded(username), pass: decoded(password) } : null,
    quitTimeout: timeouts.quit,
  }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
