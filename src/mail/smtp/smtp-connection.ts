import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { Outcome } from '../mail.ts'
import type { ComposedMail } from '../mime.ts'
import { outcomeOf, redact } from './smtp-outcome.ts'

export type Server = {
  options: SMTPConnectionOptions
  login: { user: string; pass: string } | null
  quitTimeout: number
}

/** An attempt to send one mail, on one connection or two. */
export type Attempt = {
  /** Aborted when it has to end. */
  readonly ended: AbortSignal
  /** Whether the server has asked for the body. */
  bodyStarted: boolean
}

export type SmtpConnection = {
  readonly isOpen: boolean
  readonly mails: number
  send(mail: ComposedMail, attempt: Attempt): Promise<Outcome>
  quit(): Promise<void>
}

/** Throws nodemailer's error when connecting, TLS or authentication fails, or when the attempt ends. */
export async function openConnection(server: Server, attempt: Attempt): Promise<SmtpConnection> {
  const connection = new SMTPConnection(server.options)
  let isOpen = true
  let mails = 0
  let ready: Promise<void> = Promise.resolve()
  const ended = new Promise<void>(resolve => {
    connection.once('end', () => {
      isOpen = false
      resolve()
    })
  })
  await closedBy(attempt, connection, () => authenticate(connection, ended, server))
  return {
    get isOpen() {
      return isOpen
    },
    get mails() {
      return mails
    },
    async send(mail, attempt) {
      mails++
      const outcome = await closedBy(attempt, connection, async () => {
        await ready
        return transmit(connection, ended, mail, attempt, secretsOf(server))
      })
      // Without a clear response the state of the SMTP session is unknown.
      if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') connection.close()
      if (outcome.kind === 'retry' || outcome.kind === 'rejected') ready = reset(connection, ended)
      return outcome
    },
    async quit() {
      await ready
      if (!isOpen) return
      const timer = setTimeout(() => connection.close(), server.quitTimeout)
      connection.quit()
      await ended
      clearTimeout(timer)
    },
  }
}

/** Closes the connection when the attempt ends; pending operations then fail because it closed. */
async function closedBy<T>(attempt: Attempt, connection: SMTPConnection, act: () => Promise<T>) {
  attempt.ended.throwIfAborted()
  const close = () => connection.close()
  attempt.ended.addEventListener('abort', close)
  try {
    return await act()
  } finally {
    attempt.ended.removeEventListener('abort', close)
  }
}

async function authenticate(connection: SMTPConnection, ended: Promise<void>, { login }: Server) {
  try {
    await new Promise<void>((resolve, reject) => {
      const settle = (error?: Error | null) => (error ? reject(error) : resolve())
      connection.on('error', settle)
      ended.then(() => settle(new Error('Connection closed unexpectedly')))
      connection.connect(error => {
        if (error || !login || !connection.allowsAuth) return settle(error)
        connection.login(login, settle)
      })
    })
  } catch (error) {
    connection.close()
    throw error
  }
}

function transmit(
  connection: SMTPConnection,
  ended: Promise<void>,
  { envelope, raw }: ComposedMail,
  attempt: Attempt,
  secrets: string[],
): Promise<Outcome> {
  // nodemailer reads a stream only after 354, so a read tells whether a failure precedes the body.
  const body = new Readable({
    read() {
      attempt.bodyStarted = true
      this.push(raw)
      this.push(null)
    },
  })
  return new Promise(resolve => {
    const failed = (error: NodemailerError) =>
      resolve(outcomeOf(error, attempt.bodyStarted, secrets, envelope.to))
    // nodemailer calls no callback when the socket closes between two commands.
    ended.then(() => failed(new Error('Connection closed unexpectedly')))
    // A copy, because nodemailer makes `to` a list.
    connection.send({ ...envelope }, body, (error, info) =>
      error
        ? failed(error)
        : resolve({ kind: 'sent', response: redact(info.response, secrets, envelope.to) }),
    )
  })
}

/** Discards a partly submitted mail (sender accepted, recipient rejected), so that the connection can be reused. */
const reset = (connection: SMTPConnection, ended: Promise<void>) =>
  Promise.race([
    ended,
    new Promise<void>(resolve => {
      connection.reset(error => {
        if (error) connection.close()
        resolve()
      })
    }),
  ])

export function connectionError(error: unknown, server: Server): string {
  const secrets = [...secretsOf(server), server.login?.user ?? '']
  const reason = redact(error instanceof Error ? error.message : String(error), secrets)
  // OpenSSL's words for a server that greets in plain text.
  return server.options.secure && /wrong version number/i.test(reason)
    ? `${reason} (this port speaks no TLS at first: smtp:// in place of smtps:// uses STARTTLS)`
    : reason
}

/** Without the user, which only a response to the login repeats: a common word such as `user` is in other responses. */
const secretsOf = ({ login }: Server) => (login ? [login.pass] : [])
