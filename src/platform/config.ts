import { resolve } from 'node:path'
import { z } from 'zod'
import { isMailable } from './email-address.shared.ts'
import { readDkimKey } from './secrets/read-dkim-key.ts'

/** The member that is added to an empty embedded database. */
export const demoUsername = 'demo'

export type Config = ReturnType<typeof readConfig>

/** An invalid setting. The message is one sentence for the operator. */
export class SettingError extends Error {}

/** Reads the settings from environment variables. Throws `SettingError` for the first invalid one. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new SettingError(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const { PORT, HOST, DATABASE_URL, SMTP_URL, BRAND_NAME } = read.data
  const publicUrl = read.data.PUBLIC_URL ?? new URL(`http://localhost:${PORT}`)
  if (!DATABASE_URL && read.data.ROLE !== 'all') {
    throw new SettingError(
      `ROLE=${read.data.ROLE} needs DATABASE_URL, because the embedded database belongs to one process.`,
    )
  }
  const mailFrom = read.data.MAIL_FROM ?? {
    name: BRAND_NAME,
    address: `drops@${mailHost(publicUrl)}`,
  }
  return {
    port: PORT,
    host: HOST,
    /** Without a trailing slash. */
    publicUrl: publicUrl.origin,
    hasPublicUrl: read.data.PUBLIC_URL !== undefined,
    secureCookies: publicUrl.protocol === 'https:',
    databaseUrl: DATABASE_URL,
    dataDir: resolve(read.data.DATA_DIR),
    smtpUrl: SMTP_URL,
    mailFrom,
    /** Name and postal address of the operator, on several lines. */
    mailAddress: read.data.MAIL_ADDRESS ?? null,
    dkim: dkimOf(read.data, mailFrom.address),
    metricsToken: read.data.METRICS_TOKEN,
    /** Port for the health and metrics of this process, also of a worker; null for none. */
    metricsPort: read.data.METRICS_PORT,
    brand: BRAND_NAME,
    /** The member whose list the landing page shows; null for a built-in example. */
    sampleProfile: read.data.SAMPLE_PROFILE ?? (DATABASE_URL ? null : demoUsername),
    serves: read.data.ROLE !== 'worker',
    works: read.data.ROLE !== 'web',
    trustedProxies: read.data.TRUST_PROXY,
    /** Seconds that a CDN may keep what visitors share; null for none in front. */
    cdnSeconds: read.data.CDN_CACHE || null,
    rateLimits: read.data.RATE_LIMITS === 'on',
    /** Concurrent connections of one client; null for no limit, as behind a proxy, which is one client. */
    connectionsPerAddress: read.data.TRUST_PROXY > 0 ? null : read.data.CONNECTIONS_PER_ADDRESS,
    /** Whether titles, covers, short links and push notifications are requested from the internet. */
    outsideServices: read.data.OUTSIDE_SERVICES,
    /** The operator's keys of Spotify's Web API; null for none. */
    spotifyKeys: spotifyKeysOf(read.data),
    mailRate: read.data.MAIL_RATE,
    /** In lower case; subdomains are blocked too. */
    blockedMailDomains: read.data.BLOCKED_MAIL_DOMAINS,
    /** The SMTP server that receives bounces and complaints; null for none. */
    bounceListener: read.data.BOUNCE_SMTP_PORT
      ? { port: read.data.BOUNCE_SMTP_PORT, domain: read.data.BOUNCE_DOMAIN ?? mailHost(publicUrl) }
      : null,
    logLevel: read.data.LOG_LEVEL,
  }
}

type SpotifySettings = Pick<z.infer<typeof settings>, 'SPOTIFY_CLIENT_ID' | 'SPOTIFY_CLIENT_SECRET'>

function spotifyKeysOf({ SPOTIFY_CLIENT_ID: id, SPOTIFY_CLIENT_SECRET: secret }: SpotifySettings) {
  if (id && secret) return { id, secret }
  if (id) throw new SettingError('SPOTIFY_CLIENT_ID does nothing without SPOTIFY_CLIENT_SECRET.')
  if (secret)
    throw new SettingError('SPOTIFY_CLIENT_SECRET does nothing without SPOTIFY_CLIENT_ID.')
  return null
}

type DkimSettings = Pick<z.infer<typeof settings>, 'DKIM_KEY' | 'DKIM_SELECTOR' | 'DKIM_DOMAIN'>

/** Null when mail is not signed. */
function dkimOf({ DKIM_KEY, DKIM_SELECTOR, DKIM_DOMAIN }: DkimSettings, sender: string) {
  if (!DKIM_KEY) {
    const alone = DKIM_SELECTOR ? 'DKIM_SELECTOR' : DKIM_DOMAIN ? 'DKIM_DOMAIN' : null
    if (alone) throw new SettingError(`${alone} does nothing without DKIM_KEY.`)
    return null
  }
  if (!DKIM_SELECTOR) {
    throw new SettingError(
      'DKIM_SELECTOR is missing: DKIM_KEY needs the name under which its public half stands in the DNS.',
    )
  }
  const domain = DKIM_DOMAIN ?? sender.slice(sender.indexOf('@') + 1)
  return { key: DKIM_KEY, selector: DKIM_SELECTOR, domain }
}

/** A bare IPv6 address cannot be the domain of a sender. */
const mailHost = ({ hostname }: URL) => (isMailable(`drops@${hostname}`) ? hostname : 'localhost')

const isAddress = (value: string, schemes: string[]) =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol)

const address = (schemes: string[], example: string) =>
  z.string().refine(value => isAddress(value, schemes), `takes an address like ${example}`)

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

/** Null when off, as it is by default. */
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

const spotifyKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/i, 'takes 32 letters and digits, as developer.spotify.com shows them')
  .optional()

const settings = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address(['http:', 'https:'], 'https://radr.example')
    // Every refinement runs, also when the one before has failed.
    .refine(
      value => !URL.canParse(value) || new URL(value).pathname === '/',
      'takes an address without a path',
    )
    .transform(value => new URL(value))
    .optional(),
  DATABASE_URL: address(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@host:5432/radr',
  ).optional(),
  DATA_DIR: z.string().default('./data'),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtp://user:password@mail.example:587').optional(),
  MAIL_FROM: z
    .string()
    .transform(value => {
      const named = /^(.*)<(.+)>$/.exec(value)
      return { name: named?.[1]?.trim() ?? '', address: named?.[2] ?? value }
    })
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
    .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,19}$/, 'takes up to 20 letters, digits and hyphens')
    .default('Radr'),
  SAMPLE_PROFILE: z.string().optional(),
  ROLE: oneOf('web', 'worker', 'all').default('all'),
  TRUST_PROXY: z
    .union([z.literal('off').transform(() => 0), wholeNumber(0, 20)], {
      error: 'takes off or a whole number from 0 to 20',
    })
    .default(0),
  CDN_CACHE: offOr(0, 86_400),
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

export const settingNames = Object.keys(settings.shape)
