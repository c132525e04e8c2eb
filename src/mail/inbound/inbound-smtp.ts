import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { LRUCache } from 'lru-cache'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { errorCode } from '../../platform/errors.ts'
import { listenError } from '../../platform/http/listen-error.ts'
import { holderOf, networkOf } from '../../platform/limits/client-ip.ts'
import type { Log } from '../../platform/log/log.ts'
import { openPlaces } from './inbound-places.ts'

const defaultLimits = {
  /** Bytes of a mail. */
  size: 1024 * 1024,
  connections: 50,
  /** Per client, an IPv4 address or an IPv6 /48 network, once half of all places are taken. */
  connectionsPerClient: 5,
  mailsPerMinute: 300,
  /** Milliseconds from the connection, or the last mail, to MAIL FROM, whatever else is sent. */
  startMs: 15_000,
  idleMs: 60_000,
  connectionMs: 5 * 60_000,
}

export type InboundSmtpOptions<Recipient> = {
  port: number
  host: string
  name: string
  /** What an address identifies; null for an address that mail is not accepted for. */
  resolveRecipient(address: string): Recipient | null
  /** Told to whoever writes to such an address: a sentence in ASCII. */
  refusal: string
  /**
   * Gets the mail with a Return-Path field, and the IP of its client. When it throws, the client is asked to try again later; `MailRefused`
   * makes the client return the mail to its author.
   */
  receive(recipient: Recipient, raw: Buffer, ip: string): Promise<void>
  log: Pick<Log, 'debug' | 'warn'>
  limits?: Partial<typeof defaultLimits>
}

export type InboundSmtp = { port: number; close(): Promise<void> }

/** Accepts mail for known addresses only and relays nothing. Throws `SettingError` when it cannot listen on the port. */
export async function openInboundSmtp<Recipient>(
  options: InboundSmtpOptions<Recipient>,
): Promise<InboundSmtp> {
  const { port, host, name, resolveRecipient, refusal, receive, log } = options
  const limits = { ...defaultLimits, ...options.limits }
  const mailCounts = new LRUCache<string, number>({ max: 10_000, ttl: 60_000, noUpdateTTL: true })
  const places = openPlaces(limits, id => disconnect(id))
  const inProgress = new Set<Promise<void>>()

  const server = new SMTPServer({
    name,
    banner: 'mail',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: limits.size,
    // `places` decides which of them is closed; this bounds those that have not been greeted.
    maxClients: 4 * limits.connections,
    maxRecipients: 5,
    socketTimeout: limits.idleMs,
    closeTimeout: 500,
    onConnect({ id, remoteAddress }, done) {
      const hasPlace = places.take(id, clientOf(remoteAddress))
      done(hasPlace ? null : smtpError(421, '4.7.0 too many connections'))
    },
    onClose: ({ id }) => places.leave(id),
    onMailFrom(_, session, done) {
      places.begin(session.id)
      const client = clientOf(session.remoteAddress)
      const count = (mailCounts.get(client) ?? 0) + 1
      mailCounts.set(client, count)
      done(count > limits.mailsPerMinute ? smtpError(451, '4.7.0 too many mails') : null)
    },
    onRcptTo({ address }, _, done) {
      done(resolveRecipient(address) === null ? smtpError(550, `5.7.1 ${refusal}`) : null)
    },
    onData(stream, session, done) {
      const work = receiveMail(stream, session)
        .then(
          () => done(),
          error => done(toSmtpError(error)),
        )
        .finally(() => places.end(session.id))
      inProgress.add(work)
      void work.finally(() => inProgress.delete(work))
    },
  })
  // Emitted also when a client closes its connection during a command.
  server.on('error', error =>
    log.debug({ code: errorCode(error) }, 'inbound SMTP connection failed'),
  )
  const listener = server.listen({
    port,
    host,
    // Lets several workers on one machine share the port; only Linux supports it reliably.
    reusePort: process.platform === 'linux',
  })
  await once(listener, 'listening').catch(error => {
    throw listenError(error, { setting: 'BOUNCE_SMTP_PORT', host, port })
  })
  const bound: AddressInfo | string | null = listener.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    async close() {
      await new Promise<void>(resolve => server.close(resolve))
      await Promise.allSettled(inProgress)
    },
  }

  async function receiveMail(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const { mailFrom, rcptTo } = session.envelope
    const returnPath = `Return-Path: <${mailFrom ? mailFrom.address : ''}>\r\n`
    const raw = Buffer.concat([Buffer.from(returnPath), await readUpTo(limits.size, stream)])
    places.beginAnswer(session.id)
    const recipients = new Set(rcptTo.map(({ address }) => resolveRecipient(address)))
    for (const recipient of recipients)
      if (recipient !== null) await receive(recipient, raw, session.remoteAddress)
  }

  function disconnect(id: string) {
    const connection = [...server.connections].find(open => open.id === id)
    connection?.send(421, '4.7.0 closing this connection for others')
  }

  function toSmtpError(error: unknown) {
    if (error instanceof MailRefused) return smtpError(550, `5.7.1 ${error.message}`)
    if (error instanceof TooLarge) return smtpError(552, '5.3.4 too large')
    if (errorCode(error) === connectionClosed) log.debug('inbound mail aborted by the client')
    else log.warn({ err: error }, 'inbound mail deferred')
    return smtpError(451, '4.3.0 try again later')
  }
}

/** All networks of a /48 are one client: somebody who has one has 65,536 of them. */
export const clientOf = (address: string) => holderOf(networkOf(address))

/** A mail that will never be taken. The message is a sentence in ASCII for its author. */
export class MailRefused extends Error {}

class TooLarge extends Error {}

/** The error of smtp-server for a connection that closes before the end of the mail. */
const connectionClosed = 'ECONNECTION'

async function readUpTo(size: number, stream: SMTPServerDataStream) {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length <= size) chunks.push(chunk)
  }
  if (length > size) throw new TooLarge()
  return Buffer.concat(chunks)
}

const smtpError = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })
