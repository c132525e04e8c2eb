import type { ConnectionOptions } from 'node:tls'
import { isMailable } from '../../platform/email-address.shared.ts'
import type { Log } from '../../platform/log.ts'
import type { Dkim } from '../dkim.ts'
import type { Mail, Outcome, Transport } from '../mail.ts'
import { type ComposedMail, composeMail, invalidAddress } from '../mime.ts'
import type { Slot } from '../send-rate-limit.ts'
import {
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
  /** Maximum number of open connections, 10 by default. */
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
  /** Inactivity of the server at any later point. */
  inactivity: 30_000,
  /** For authentication and for one mail, however slowly the server responds. */
  total: 120_000,
  /** After which an unused connection is closed. */
  idle: 20_000,
  quit: 1_000,
  /** For mails in flight when the transport is closed. */
  close: 8_000,
}

/** A place in the pool; its connection is opened on demand. */
type PoolEntry = { connection: SmtpConnection | null; idleTimer?: NodeJS.Timeout }

/** A pool of connections to one server. It never sends a mail twice: retrying is up to the caller. */
export function openSmtp(options: SmtpOptions): Transport {
  const { connections = 10, mailsPerConnection = 100, dkim, log } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const server = parseServer(options, timeouts)
  const pool = Array.from({ length: connections }, (): PoolEntry => ({ connection: null }))
  const free = [...pool]
  const queue: ((entry: PoolEntry | null) => void)[] = []
  const inFlight = new Set<Promise<Outcome>>()
  const abort = new AbortController()
  let closed = false

  return {
    connections,
    async send(mail, slot) {
      const attempt = sendWhenFree(mail, slot)
      inFlight.add(attempt)
      try {
        return await attempt
      } finally {
        inFlight.delete(attempt)
      }
    },
    async close() {
      closed = true
      for (const cancel of queue.splice(0)) cancel(null)
      const timer = setTimeout(() => abort.abort(), timeouts.close)
      await Promise.allSettled(inFlight)
      clearTimeout(timer)
      await Promise.all(pool.map(disconnect))
    },
  }

  async function sendWhenFree(mail: Mail, slot?: Slot): Promise<Outcome> {
    if (!isMailable(mail.to.address)) return invalidAddress
    const entry = await acquire()
    if (!entry) return { kind: 'unavailable', reason: 'this process is shutting down' }
    try {
      const composed = await composeMail(mail, dkim)
      const isReused = entry.connection?.isOpen === true
      const outcome = await sendOn(entry, composed, slot)
      // Servers may close an idle connection at any time; only a new one shows whether they are unavailable.
      return isReused && outcome.kind === 'unavailable' && !closed
        ? await sendOn(entry, composed)
        : outcome
    } finally {
      release(entry)
    }
  }

  async function sendOn(entry: PoolEntry, composed: ComposedMail, slot?: Slot): Promise<Outcome> {
    if (entry.connection && entry.connection.mails >= mailsPerConnection) await disconnect(entry)
    if (!entry.connection?.isOpen) {
      try {
        entry.connection = await openConnection(server, abort.signal)
        log.debug('SMTP connection opened')
      } catch (error) {
        return { kind: 'unavailable', reason: connectionError(error, server) }
      }
    }
    await slot?.()
    return entry.connection.send(composed)
  }

  async function acquire(): Promise<PoolEntry | null> {
    if (closed) return null
    // Prefers an open connection: without one findLastIndex returns -1 and splice takes the last entry.
    const [entry] = free.splice(
      free.findLastIndex(entry => entry.connection?.isOpen),
      1,
    )
    if (!entry) return new Promise(resolve => queue.push(resolve))
    clearTimeout(entry.idleTimer)
    return entry
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
    totalTimeout: timeouts.total,
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
