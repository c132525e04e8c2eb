import type { ConnectionOptions } from 'node:tls'
import { isMailable } from '../../platform/email-address.ts'
import type { Log } from '../../platform/log.ts'
import type { Mail, Outcome, Transport } from '../mail.ts'
import { badAddress, type ComposedMail, composeMail, type Dkim } from '../mime.ts'
import { connectionError, openSession, type Server, type Session } from './smtp-session.ts'

export type SmtpOptions = {
  /**
   * `smtp://` or `smtps://`, with user and password percent-encoded. With a password `smtp://` insists on
   * STARTTLS, unless `?tls=optional` is given; without one it is used where the server offers it.
   */
  url: string
  /** Open at once, 10 unless told; further mails wait in line. */
  connections?: number
  /** Mails after which a connection is replaced, 100 unless told: relays drop those that never end. */
  mailsPerConnection?: number
  dkim?: Dkim
  /** For a relay with a certificate of its own. */
  tls?: ConnectionOptions
  log: Pick<Log, 'debug'>
  timeouts?: Partial<typeof defaultTimeouts>
}

/** Milliseconds. */
const defaultTimeouts = {
  dns: 5_000,
  /** From looking the name up to the end of TLS; nodemailer counts the greeting in. */
  connect: 15_000,
  greeting: 15_000,
  /** Silence of the server at any later point. */
  answer: 30_000,
  /** For signing in, and for one mail, however slowly the server talks. */
  whole: 120_000,
  /** After which an unused connection is closed. */
  idle: 20_000,
  farewell: 1_000,
  /** For what is being sent when the transport is closed. */
  close: 10_000,
}

type Turn = () => Promise<void>
type Slot = { session: Session | null; idle?: NodeJS.Timeout }

/** A pool of connections to one server. Nothing is sent twice here: trying again is the caller's decision. */
export function openSmtp(options: SmtpOptions): Transport {
  const { connections = 10, mailsPerConnection = 100, dkim, log } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const server = readServer(options, timeouts)
  const slots = Array.from({ length: connections }, (): Slot => ({ session: null }))
  const free = [...slots]
  const line: ((slot: Slot | null) => void)[] = []
  const sending = new Set<Promise<Outcome>>()
  const breakingOff = new AbortController()
  let closed = false

  return {
    connections,
    async send(mail, turn) {
      const attempt = sendInLine(mail, turn)
      sending.add(attempt)
      try {
        return await attempt
      } finally {
        sending.delete(attempt)
      }
    },
    async close() {
      closed = true
      for (const leaves of line.splice(0)) leaves(null)
      const patience = setTimeout(() => breakingOff.abort(), timeouts.close)
      await Promise.allSettled(sending)
      clearTimeout(patience)
      await Promise.all(slots.map(hangUp))
    },
  }

  async function sendInLine(mail: Mail, turn?: Turn): Promise<Outcome> {
    if (!isMailable(mail.to.address)) return badAddress
    const slot = await take()
    if (!slot) return { kind: 'unavailable', reason: 'this process is about to stop' }
    try {
      const composed = await composeMail(mail, dkim)
      const kept = slot.session?.open === true
      const outcome = await deliver(slot, composed, turn)
      // Servers end kept connections whenever they like; only a fresh one shows whether they are away.
      return kept && outcome.kind === 'unavailable' && !closed
        ? await deliver(slot, composed)
        : outcome
    } finally {
      giveBack(slot)
    }
  }

  async function deliver(slot: Slot, composed: ComposedMail, turn?: Turn): Promise<Outcome> {
    if (slot.session && slot.session.mails >= mailsPerConnection) await hangUp(slot)
    if (!slot.session?.open) {
      try {
        slot.session = await openSession(server, breakingOff.signal)
        log.debug('mail connection opened')
      } catch (error) {
        return { kind: 'unavailable', reason: connectionError(error, server) }
      }
    }
    await turn?.()
    return slot.session.send(composed)
  }

  async function take(): Promise<Slot | null> {
    if (closed) return null
    // Where none is connected, findLastIndex says -1 and splice takes the last.
    const [slot] = free.splice(
      free.findLastIndex(slot => slot.session?.open),
      1,
    )
    if (!slot) return new Promise(resolve => line.push(resolve))
    clearTimeout(slot.idle)
    return slot
  }

  function giveBack(slot: Slot) {
    const next = line.shift()
    if (next) return next(slot)
    free.push(slot)
    if (slot.session) slot.idle = setTimeout(() => void hangUp(slot), timeouts.idle)
  }

  async function hangUp(slot: Slot) {
    const { session } = slot
    slot.session = null
    clearTimeout(slot.idle)
    await session?.quit()
  }
}

function readServer({ url, tls }: SmtpOptions, timeouts: typeof defaultTimeouts): Server {
  // An invalid address must not throw by itself: the error of URL carries the address and its password.
  if (!URL.canParse(url))
    throw new TypeError('The mail server takes an address like smtp://host:587')
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  return {
    options: {
      host: decoded(hostname).replace(/^\[|\]$/g, ''),
      port: port || undefined,
      secure: protocol === 'smtps:',
      // Whoever can strip STARTTLS from the server's answer would read the password.
      requireTLS: password !== '' && searchParams.get('tls') !== 'optional',
      tls,
      dnsTimeout: timeouts.dns,
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.answer,
    },
    login: username ? { user: decoded(username), pass: decoded(password) } : null,
    patience: timeouts.whole,
    farewell: timeouts.farewell,
  }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
