import type { ConnectionOptions } from 'node:tls'
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'

export type ServerOptions = {
  /**
   * `smtp://` or `smtps://`, with user and password percent-encoded. With a password `smtp://` requires
   * STARTTLS, unless `?tls=optional` is given; without one it is used where the server offers it.
   * `?connections=5` is the most that may be open at the same time.
   */
  url: string
  /** The name in EHLO. Some relays refuse the address of a private network, which is the default. */
  name?: string
  tls?: ConnectionOptions
}

export type Server = {
  options: SMTPPoolOptions & { secure: boolean }
  /** Null where the URL does not say it. */
  connections: number | null
  /** The password, which no message may contain. */
  secrets: string[]
}

/** Reads the URL of a mail server. Throws `TypeError` without its text, which contains the password. */
export function parseServer({ url, tls, name }: ServerOptions): Server {
  if (!URL.canParse(url))
    throw new TypeError('The mail server takes an address like smtp://host:587')
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const pass = decoded(password)
  return {
    options: {
      host: decoded(hostname).replace(/^\[|\]$/g, ''),
      ...(port && { port: Number(port) }),
      ...(name && { name }),
      secure,
      // An attacker who strips STARTTLS from the server's response could read the password.
      requireTLS: password !== '' && searchParams.get('tls') !== 'optional',
      // Without a password TLS is optional, and whoever presents a false certificate could strip STARTTLS as well.
      tls: { ...(!secure && !password && { rejectUnauthorized: false }), ...tls },
      ...(username && { auth: { user: decoded(username), pass } }),
    },
    connections: connectionsIn(searchParams),
    secrets: pass ? [pass] : [],
  }
}

function connectionsIn(parameters: URLSearchParams): number | null {
  const given = Number(parameters.get('connections'))
  return Number.isInteger(given) && given > 0 ? given : null
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
