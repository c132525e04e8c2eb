import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; parsed: Email; raw: Buffer }

/** What the server does: takes it, hangs up, says nothing more, or answers with a refusal. */
export type Answer = 'accept' | 'drop' | 'stall' | { code: number; text: string }

export type Behaviour = {
  greeting?: () => Answer
  sender?: (address: string) => Answer
  recipient?: (address: string) => Answer
  /** Asked after the whole body has come; refused mails are not kept. */
  body?: (mail: ReceivedMail) => Answer
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** A real SMTP server on a free port that keeps what it is sent; with STARTTLS off and no login unless `options` say so. */
export async function startMailbox(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const watchers = new Set<() => void>()
  let behaviour: Behaviour = {}
  let opened = 0
  let most = 0

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(session, done) {
      opened++
      most = Math.max(most, server.connections.size)
      answer(behaviour.greeting?.(), session, done)
    },
    onMailFrom: ({ address }, session, done) => answer(behaviour.sender?.(address), session, done),
    onRcptTo: ({ address }, session, done) => answer(behaviour.recipient?.(address), session, done),
    onData(stream, session, done) {
      // A sender killed in the middle of a body breaks the stream: no mail.
      receive(stream, session, done).catch(done)
    },
    ...options,
  })
  // Clients that hang up in the middle are part of the tests.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    /** Connections accepted so far, and the most that were open at once. */
    connections: () => ({ opened, most, open: server.connections.size }),
    waitFor,
    clear: () => void mails.splice(0),
    /** Replaces the whole behaviour; without an argument everything is accepted again. */
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
    const decision = behaviour.body?.(mail) ?? 'accept'
    if (decision === 'accept') {
      mails.push(mail)
      for (const look of watchers) look()
    }
    answer(decision, session, done)
  }

  /** All mails as soon as there are `count`, or as one of them fulfils the predicate. */
  function waitFor(wanted: number | ((mail: ReceivedMail) => boolean), timeoutMs = 5_000) {
    const arrived = () => (typeof wanted === 'number' ? mails.length >= wanted : mails.some(wanted))
    return new Promise<ReceivedMail[]>((resolve, reject) => {
      const timer = setTimeout(() => {
        watchers.delete(look)
        const subjects = mails.map(({ parsed }) => parsed.subject).slice(-10)
        reject(
          new Error(
            `Waited ${timeoutMs} ms in vain; ${mails.length} mails came: ${subjects.join(' | ')}`,
          ),
        )
      }, timeoutMs)
      const look = () => {
        if (!arrived()) return
        clearTimeout(timer)
        watchers.delete(look)
        resolve(mails)
      }
      watchers.add(look)
      look()
    })
  }

  function answer(
    decision: Answer = 'accept',
    session: SMTPServerSession,
    done: (error?: Error) => void,
  ) {
    if (decision === 'stall') return
    if (decision === 'accept') return done()
    if (decision === 'drop') {
      const connection = [...server.connections].find(({ id }) => id === session.id)
      connection?._socket.destroy()
      return
    }
    done(Object.assign(new Error(decision.text), { responseCode: decision.code }))
  }
}
