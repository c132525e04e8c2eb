import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; parsed: Email; raw: Buffer }

/** How the server reacts: `stall` means that it never replies. */
export type Reply = 'accept' | 'disconnect' | 'stall' | { code: number; text: string }

export type Behaviour = {
  greeting?: () => Reply
  sender?: (address: string) => Reply
  recipient?: (address: string, sender: string) => Reply
  /** Called after the whole body has been received; a rejected mail is not stored. */
  body?: (mail: ReceivedMail) => Reply | Promise<Reply>
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** A real SMTP server on a free port that stores its mails; by default without STARTTLS and authentication. */
export async function startMailbox(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const watchers = new Set<() => void>()
  let behaviour: Behaviour = {}
  let opened = 0
  let mostOpen = 0

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(session, done) {
      opened++
      mostOpen = Math.max(mostOpen, server.connections.size)
      reply(behaviour.greeting?.(), session, done)
    },
    onMailFrom: ({ address }, session, done) => reply(behaviour.sender?.(address), session, done),
    onRcptTo({ address }, session, done) {
      const { mailFrom } = session.envelope
      const sender = mailFrom ? mailFrom.address : ''
      reply(behaviour.recipient?.(address, sender), session, done)
    },
    onData(stream, session, done) {
      // A sender that is killed while it sends a body breaks the stream: no mail.
      receive(stream, session, done).catch(done)
    },
    ...options,
  })
  // Emitted when a client closes its connection during a command, as several tests do.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    /** The number of connections accepted so far, and the most that were open at the same time. */
    connections: () => ({ opened, mostOpen, open: server.connections.size }),
    waitFor,
    clear: () => void mails.splice(0),
    /** Replaces the whole behaviour; without an argument everything is accepted. */
    behave(next: Behaviour = {}) {
      behaviour = next
    },
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }

  async function receive(
    stream: Readable,
    session: SMTPServerSession,
    done: (error?: Error) => void,
  ) {
    const raw: Buffer = Buffer.concat(await stream.toArray())
    const { mailFrom, rcptTo } = session.envelope
    const mail = {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      parsed: await PostalMime.parse(raw),
      raw,
    }
    const decision = (await behaviour.body?.(mail)) ?? 'accept'
    if (decision === 'accept') {
      mails.push(mail)
      for (const check of watchers) check()
    }
    reply(decision, session, done)
  }

  /** Resolves with all mails once there are `count` of them, or once one matches the predicate. */
  function waitFor(wanted: number | ((mail: ReceivedMail) => boolean), timeoutMs = 120_000) {
    const hasArrived = () =>
      typeof wanted === 'number' ? mails.length >= wanted : mails.some(wanted)
    return new Promise<ReceivedMail[]>((resolve, reject) => {
      const timer = setTimeout(() => {
        watchers.delete(check)
        const subjects = mails.map(({ parsed }) => parsed.subject).slice(-10)
        reject(
          new Error(
            `Timed out after ${timeoutMs} ms; ${mails.length} mails arrived: ${subjects.join(' | ')}`,
          ),
        )
      }, timeoutMs)
      const check = () => {
        if (!hasArrived()) return
        clearTimeout(timer)
        watchers.delete(check)
        resolve(mails)
      }
      watchers.add(check)
      check()
    })
  }

  function reply(
    decision: Reply = 'accept',
    session: SMTPServerSession,
    done: (error?: Error) => void,
  ) {
    if (decision === 'stall') return
    if (decision === 'accept') return done()
    if (decision === 'disconnect') {
      const connection = [...server.connections].find(({ id }) => id === session.id)
      connection?._socket.destroy()
      return
    }
    done(Object.assign(new Error(decision.text), { responseCode: decision.code }))
  }
}
