import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { LRUCache } from 'lru-cache'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { SettingError } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'

const defaultLimits = {
  /** Bytes of a mail. */
  size: 1024 * 1024,
  connections: 50,
  /** Mails a minute from one network address. */
  mailsPerMinute: 300,
  /** Milliseconds that a connection may stay silent, and may last. */
  silence: 60_000,
  life: 5 * 60_000,
}

export type InboundSmtpOptions<T> = {
  port: number
  host: string
  /** What it calls itself. */
  name: string
  /** What an address stands for here; null for those that are none of ours. */
  recipient(address: string): T | null
  /** Throws for what the other side shall bring once more. */
  receive(recipient: T, raw: Buffer): Promise<void>
  log: Pick<Log, 'debug' | 'warn'>
  limits?: Partial<typeof defaultLimits>
}

export type InboundSmtp = { port: number; close(): Promise<void> }

/**
 * An SMTP server that takes mail for few addresses, asks for no login and passes nothing on. Throws
 * `SettingError` when it cannot have the port.
 */
export async function openInboundSmtp<T>(options: InboundSmtpOptions<T>): Promise<InboundSmtp> {
  const { port, host, name, recipient, receive, log } = options
  const limits = { ...defaultLimits, ...options.limits }
  const counts = new LRUCache<string, number>({ max: 10_000, ttl: 60_000, noUpdateTTL: true })
  const ends = new Map<string, NodeJS.Timeout>()
  const receiving = new Set<Promise<void>>()

  const server = new SMTPServer({
    name,
    banner: 'reports only',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: limits.size,
    maxClients: limits.connections,
    maxRecipients: 5,
    socketTimeout: limits.silence,
    closeTimeout: 500,
    onConnect(session, done) {
      ends.set(
        session.id,
        setTimeout(() => hangUp(session), limits.life),
      )
      done()
    },
    onClose(session) {
      clearTimeout(ends.get(session.id))
      ends.delete(session.id)
    },
    onMailFrom(_, { remoteAddress }, done) {
      const count = (counts.get(remoteAddress) ?? 0) + 1
      counts.set(remoteAddress, count)
      done(count > limits.mailsPerMinute ? answer(451, '4.7.0 too much at once') : null)
    },
    onRcptTo({ address }, _, done) {
      done(recipient(address) === null ? answer(550, '5.7.1 no such address here') : null)
    },
    onData(stream, session, done) {
      const work = take(stream, session).then(
        () => done(),
        error => done(refusalOf(error)),
      )
      receiving.add(work)
      void work.finally(() => receiving.delete(work))
    },
  })
  // Clients that hang up in the middle of something.
  server.on('error', error => log.debug({ code: codeOf(error) }, 'inbound mail connection failed'))
  const listener = server.listen({
    port,
    host,
    // So that several workers on one machine share the port; not every system can.
    reusePort: process.platform === 'linux',
  })
  await once(listener, 'listening').catch(error => {
    throw new SettingError(`BOUNCE_SMTP_PORT ${port} cannot be listened on (${codeOf(error)}).`)
  })
  const bound: AddressInfo | string | null = listener.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    async close() {
      await new Promise<void>(resolve => server.close(resolve))
      await Promise.allSettled(receiving)
    },
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const raw = await readUpTo(limits.size, stream, () => hangUp(session))
    for (const { address } of session.envelope.rcptTo) {
      const meant = recipient(address)
      if (meant !== null) await receive(meant, raw)
    }
  }

  function hangUp({ id }: SMTPServerSession) {
    const connection = [...server.connections].find(one => one.id === id)
    connection?.close()
  }

  function refusalOf(error: unknown) {
    if (error instanceof TooLarge) return answer(552, '5.3.4 too large')
    log.warn({ err: error }, 'an inbound report was put off')
    return answer(451, '4.3.0 try again later')
  }
}

class TooLarge extends Error {}

/** What goes far beyond the size is not even waited for. */
async function readUpTo(size: number, stream: SMTPServerDataStream, giveUp: () => void) {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length <= size) chunks.push(chunk)
    if (length > 4 * size) giveUp()
  }
  if (length > size) throw new TooLarge()
  return Buffer.concat(chunks)
}

const answer = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
