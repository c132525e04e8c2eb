import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { Outcome } from '../mail.ts'
import type { ComposedMail } from '../mime.ts'
import { outcomeOf, redact } from './smtp-outcome.ts'

export type Server = {
  options: SMTPConnectionOptions
  login: { user: string; pass: string } | null
  /** Milliseconds for authentication and for one mail: a server that replies byte by byte is never inactive. */
  totalTimeout: number
  /** Milliseconds to wait for the response to QUIT. */
  quitTimeout: number
}

/** An authenticated connection. It sends one mail at a time. */
export type SmtpConnection = {
  readonly isOpen: boolean
  /** Mails attempted on this connection so far. */
  readonly mails: number
  send(mail: ComposedMail): Promise<Outcome>
  quit(): Promise<void>
}

/** Throws nodemailer's error when connecting, TLS or authentication fails. */
export async function openConnection(server: Server, abort: AbortSignal): Promise<SmtpConnection> {
  abort.throwIfAborted()
  const connection = new SMTPConnection(server.options)
  const close = () => connection.close()
  abort.addEventListener('abort', close)
  let isOpen = true
  let mails = 0
  let ready: Promise<void> = Promise.resolve()
  const ended = new Promise<void>(resolve => {
    connection.once('end', () => {
      isOpen = false
      abort.removeEventListener('abort', close)
      resolve()
    })
  })
  await within(server.totalTimeout, connection, () => authenticate(connection, ended, server))
  return {
    get isOpen() {
      return isOpen
    },
    get mails() {
      return mails
    },
    async send(mail) {
      await ready
      mails++
      const outcome = await within(server.totalTimeout, connection, () =>
        transmit(connection, ended, mail, secretsOf(server)),
      )
      // Without a clear response the state of the SMTP session is unknown.
      if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') connection.close()
      if (outcome.kind === 'retry' || outcome.kind === 'rejected') ready = reset(connection, ended)
      return outcome
    },
    async quit() {
      await ready
      if (!isOpen) return
      const timer = setTimeout(close, server.quitTimeout)
      connection.quit()
      await ended
      clearTimeout(timer)
    },
  }
}

/** Closes the connection after `ms`; pending operations then fail because it ended. */
async function within<T>(ms: number, connection: SMTPConnection, act: () => Promise<T>) {
  const timer = setTimeout(() => connection.close(), ms)
  try {
    return await act()
  } finally {
    clearTimeout(timer)
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
  secrets: string[],
): Promise<Outcome> {
  let bodyStarted = false
  // nodemailer reads a stream only after 354, so a read tells whether a failure precedes the body.
  const body = new Readable({
    read() {
      bodyStarted = true
      this.push(raw)
      this.push(null)
    },
  })
  return new Promise(resolve => {
    const failed = (error: NodemailerError) =>
      resolve(outcomeOf(error, bodyStarted, secrets, envelope.to))
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

/** Why `openConnection` failed, without secrets. */
export const connectionError = (error: unknown, server: Server) =>
  redact(error instanceof Error ? error.message : String(error), secretsOf(server))

const secretsOf = ({ login }: Server) => (login ? [login.pass, login.user] : [])
