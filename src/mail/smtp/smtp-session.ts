import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { Outcome } from '../mail.ts'
import type { ComposedMail } from '../mime.ts'
import { outcomeOf, withoutSecrets } from './smtp-outcome.ts'

export type Server = {
  options: SMTPConnectionOptions
  login: { user: string; pass: string } | null
  /** Milliseconds for signing in and for one mail; a server that drips never falls silent. */
  patience: number
  /** Milliseconds to wait for the answer to QUIT. */
  farewell: number
}

/** One signed-in connection. It takes one mail at a time. */
export type Session = {
  readonly open: boolean
  /** Mails tried on this connection so far. */
  readonly mails: number
  send(mail: ComposedMail): Promise<Outcome>
  quit(): Promise<void>
}

/** Throws the error of nodemailer when the server cannot be reached, secured or signed in to. */
export async function openSession(server: Server, breakOff: AbortSignal): Promise<Session> {
  breakOff.throwIfAborted()
  const connection = new SMTPConnection(server.options)
  const giveUp = () => connection.close()
  breakOff.addEventListener('abort', giveUp)
  let open = true
  let mails = 0
  let ready: Promise<void> = Promise.resolve()
  const ended = new Promise<void>(resolve => {
    connection.once('end', () => {
      open = false
      breakOff.removeEventListener('abort', giveUp)
      resolve()
    })
  })
  await within(server.patience, connection, () => signIn(connection, ended, server))
  return {
    get open() {
      return open
    },
    get mails() {
      return mails
    },
    async send(mail) {
      await ready
      mails++
      const outcome = await within(server.patience, connection, () =>
        handOver(connection, ended, mail, secretsOf(server)),
      )
      // Without a clear answer nobody knows what the server expects next.
      if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') connection.close()
      if (outcome.kind === 'retry' || outcome.kind === 'refused') ready = reset(connection, ended)
      return outcome
    },
    async quit() {
      await ready
      if (!open) return
      const patience = setTimeout(() => connection.close(), server.farewell)
      connection.quit()
      await ended
      clearTimeout(patience)
    },
  }
}

/** Hangs up when it takes longer; whatever waits for the connection then hears of its end. */
async function within<T>(ms: number, connection: SMTPConnection, act: () => Promise<T>) {
  const timer = setTimeout(() => connection.close(), ms)
  try {
    return await act()
  } finally {
    clearTimeout(timer)
  }
}

/** Why `openSession` threw, fit for logs and for people. */
export const connectionError = (error: unknown, server: Server) =>
  withoutSecrets(error instanceof Error ? error.message : String(error), secretsOf(server))

const secretsOf = ({ login }: Server) => (login ? [login.pass, login.user] : [])

async function signIn(connection: SMTPConnection, ended: Promise<void>, { login }: Server) {
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

function handOver(
  connection: SMTPConnection,
  ended: Promise<void>,
  { envelope, raw }: ComposedMail,
  secrets: string[],
): Promise<Outcome> {
  let bodyBegun = false
  // nodemailer pipes a stream only after 354, so the first read tells on which side of it a failure lies.
  const body = new Readable({
    read() {
      bodyBegun = true
      this.push(raw)
      this.push(null)
    },
  })
  return new Promise(resolve => {
    const failed = (error: NodemailerError) => resolve(outcomeOf(error, bodyBegun, secrets))
    // A socket that dies between two commands ends the connection without calling back.
    ended.then(() => failed(new Error('Connection closed unexpectedly')))
    connection.send(envelope, body, (error, info) =>
      error
        ? failed(error)
        : resolve({ kind: 'sent', response: withoutSecrets(info.response, secrets) }),
    )
  })
}

/** Takes back a half-told mail (sender accepted, recipient refused), so that the connection can be kept. */
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
