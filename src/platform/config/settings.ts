import { resolve } from 'node:path'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { readDkimKey } from '../secrets/read-dkim-key.ts'
import { isMailable } from '../text/email-address.shared.ts'

const isAddress = (value: string, schemes: string[]) =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol)

const address = (schemes: string[], example: string) =>
  z.string().refine(value => isAddress(value, schemes), `takes an address like ${example}`)

/** `user:12/3@host` is an address too, of the host `user`. PostgreSQL's of a socket, `user:password@/database?host=`, has no host. */
const addressWithPassword = (schemes: string[], example: string) =>
  z.string().refine(given => {
    const value = given.replace('@/', '@localhost/')
    if (!isAddress(value, schemes)) return false
    const { pathname, hash } = new URL(value)
    return hash === '' && !pathname.includes('@')
  }, `takes an address like ${example}, in whose password / is written %2F, # %23, ? %3F and @ %40`)

/** `pg` looks a list of hosts up as one name, and ignores which of them should be chosen. */
const isOfOneHost = (address: string) => {
  const [authority = '', query = ''] = address.replace(/^\w+:\/\//, '').split(/[/?](.*)/s)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return (
    !host.includes(',') && !/(?:^|[?&])(?:target_session_attrs=|host=[^&]*(?:,|%2c))/i.test(query)
  )
}

const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, { error: `takes ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` })

const wholeNumber = (from: number, to: number) => {
  const error = `takes a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number({ error }).min(from, error).max(to, error))
}

const offOr = (from: number, to: number, byDefault: number | null = null) =>
  z
    .union([z.literal('off').transform(() => null), wholeNumber(from, to)], {
      error: `takes off or a whole number from ${from} to ${to}`,
    })
    .default(byDefault)

const port = offOr(1, 65535)

const dnsName = z
  .string()
  .regex(/^[a-z\d_](?:[a-z\d_.-]*[a-z\d])?$/i, 'takes a name as it stands in the DNS')

/** An address as a `mailto:` link. `shown` is what is printed where nothing can be clicked. */
const emailOrLink = (example: string) =>
  z
    .string()
    .max(300, 'takes at most 300 characters')
    .refine(
      value => isMailable(value) || isAddress(value, ['http:', 'https:']),
      `takes an email address or a link like ${example}`,
    )
    .transform(shown => ({
      shown,
      href: isMailable(shown)
        ? `mailto:${encodeURIComponent(shown).replace('%40', '@')}`
        : new URL(shown).href,
    }))
    .optional()

const spotifyKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/i, 'takes 32 letters and digits, as developer.spotify.com shows them')
  .optional()

/** Reads a sender as RFC 5322 writes it, or with a comma in a name without quotes. */
function parseSender(value: string): { name: string; address: string } {
  const [sender, ...others] = addressparser(value, { flatten: true })
  if (sender?.address && others.length === 0) return { name: sender.name, address: sender.address }
  const named = /^(.*)<(.+)>$/.exec(value)
  return { name: named?.[1]?.trim() ?? '', address: named?.[2] ?? value }
}

export const settings = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address(['http:', 'https:'], 'https://radr.example')
    // Every refinement runs, also when the one before has failed.
    .refine(
      value => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
      'takes scheme, host and port alone, like https://radr.example',
    )
    .transform(value => new URL(value))
    .optional(),
  DATABASE_URL: z
    .string()
    .refine(
      isOfOneHost,
      'takes one host, and no target_session_attrs: put a proxy that knows the primary in between (docs/operate.md)',
    )
    .pipe(
      addressWithPassword(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/radr'),
    )
    .optional(),
  DATABASE_ENGINE: oneOf('postgres', 'yugabytedb').default('postgres'),
  DATABASE_LISTEN: oneOf('on', 'off').default('on'),
  DATA_DIR: z
    .string()
    .default('./data')
    // Making a folder there with Node never ends.
    .refine(path => !resolve(path).startsWith('/proc/'), 'takes a folder on a disk'),
  SMTP_URL: addressWithPassword(['smtp:', 'smtps:'], 'smtp://user:password@mail.example:587')
    .refine(value => {
      const given = URL.canParse(value) && new URL(value).searchParams.get('connections')
      return !given || /^[1-9]\d?$/.test(given)
    }, 'takes ?connections= with a number from 1 to 99')
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(parseSender)
    .refine(({ address }) => isMailable(address), 'takes a sender like Radr <drops@radr.example>')
    .optional(),
  MAIL_ADDRESS: z
    .string()
    .transform(value => value.replaceAll('\\n', '\n').trim())
    .refine(
      value => /^[^\p{Cc}]+(?:\n[^\p{Cc}]+)*$/u.test(value) && value.length <= 300,
      'takes a name and postal address of at most 300 characters, lines separated by \\n',
    )
    .optional(),
  CONTACT: emailOrLink('https://radr.example/contact'),
  PRIVACY_URL: emailOrLink('https://radr.example/privacy'),
  IMPRINT_URL: emailOrLink('https://radr.example/imprint'),
  DKIM_KEY: z
    .string()
    .transform((value, context) => {
      const key = readDkimKey(value)
      if (typeof key !== 'string') return key
      context.addIssue(key)
      return z.NEVER
    })
    .optional(),
  DKIM_SELECTOR: dnsName.optional(),
  DKIM_DOMAIN: dnsName.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'takes at least 16 characters without spaces')
    .optional(),
  METRICS_PORT: port,
  BRAND_NAME: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9-]{0,19}$/,
      'takes up to 20 letters (A to Z), digits and hyphens, no hyphen first',
    )
    .default('Radr'),
  SAMPLE_PROFILE: z.string().optional(),
  ROLE: oneOf('web', 'worker', 'all').default('all'),
  REGISTRATION: oneOf('open', 'invite', 'closed').default('open'),
  TRUST_PROXY: z
    .union([z.literal('off').transform(() => 0), wholeNumber(0, 20)], {
      error: 'takes off or a whole number from 0 to 20',
    })
    .default(0),
  HSTS: oneOf('off', 'on', 'subdomains').default('on'),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  CONNECTIONS_PER_ADDRESS: offOr(1, 1_000_000, 1_000),
  OUTSIDE_SERVICES: z
    .union([z.enum(['on', 'off']), z.templateLiteral(['http://127.0.0.1:', z.int()])], {
      error: 'takes on, off or, for tests, an address like http://127.0.0.1:4000',
    })
    .default('on'),
  SPOTIFY_CLIENT_ID: spotifyKey,
  SPOTIFY_CLIENT_SECRET: spotifyKey,
  BOUNCE_SMTP_PORT: port,
  BOUNCE_DOMAIN: z
    .string()
    .refine(value => isMailable(`bounce@${value}`), 'takes a host name like radr.example')
    .optional(),
  MAIL_RATE: offOr(1, 10_000),
  BLOCKED_MAIL_DOMAINS: z
    .string()
    .default('')
    .transform(value =>
      value
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .refine(
      domains => domains.every(domain => isMailable(`somebody@${domain}`)),
      'takes domains separated by commas, like spam.example, trash.example',
    ),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
})
