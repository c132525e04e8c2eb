import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { errorCode } from '../errors.ts'
import { isMailable } from '../text/email-address.shared.ts'
import { settings } from './settings.ts'

export const demoUsername = 'demo'

export type Config = ReturnType<typeof readConfig>

/** An invalid setting. The message is one sentence for the operator. */
export class SettingError extends Error {}

/** Settings whose value may be in a file, whose path is in the variable with `_FILE` behind the name. */
const secretSettings = [
  'DATABASE_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'DKIM_KEY',
  'SPOTIFY_CLIENT_SECRET',
] as const

export const settingNames = [
  ...Object.keys(settings.shape),
  ...secretSettings.map(name => `${name}_FILE`),
]

const isNearSetting = (name: string) =>
  settingNames.some(setting => setting.includes('_') && isNear(name.toUpperCase(), setting))

/** Whether two names are the same, or differ in one letter or by two that are swapped. */
function isNear(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return Math.max(left.length, right.length) <= 1 || [...left].reverse().join('') === right
}

/**
 * Throws `SettingError` for names such as DATABASE_ULR, without which the app would run on another database or keep all
 * mail in the outbox.
 */
export function refuseMisspelledSettings(env: object) {
  const misspelled = Object.keys(env).filter(
    name => !settingNames.includes(name) && isNearSetting(name),
  )
  if (misspelled.length > 0)
    throw new SettingError(
      `${misspelled.join(', ')}: no setting has this name. Correct it, or remove it from the environment of this app.`,
    )
}

/** Reads the settings from environment variables. Throws `SettingError` for the first invalid one. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse({ ...given, ...readSecretFiles(given) })
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
  if (SMTP_URL && !read.data.PUBLIC_URL && !isOfThisMachine(SMTP_URL)) {
    throw new SettingError(
      'SMTP_URL needs PUBLIC_URL: without it the links in mail lead to http://localhost, which is the machine of the reader.',
    )
  }
  refuseSamePort(read.data)
  const mailFrom = read.data.MAIL_FROM ?? {
    name: BRAND_NAME,
    address: `drops@${mailHost(publicUrl)}`,
  }
  return {
    port: PORT,
    host: HOST,
    /** An origin, so without a trailing slash. */
    publicUrl: publicUrl.origin,
    hasPublicUrl: read.data.PUBLIC_URL !== undefined,
    secureCookies: publicUrl.protocol === 'https:',
    /** Value of `Strict-Transport-Security`; false for none. */
    strictTransportSecurity: publicUrl.protocol === 'https:' && hsts[read.data.HSTS],
    databaseUrl: DATABASE_URL,
    databaseEngine: read.data.DATABASE_ENGINE,
    /** Whether jobs are announced by LISTEN and NOTIFY; otherwise each process polls for them. */
    databaseListens: read.data.DATABASE_LISTEN === 'on',
    dataDir: resolve(read.data.DATA_DIR),
    smtpUrl: SMTP_URL,
    mailFrom,
    operator: {
      /** Name and postal address for the footer of mails; lines are separated by `\n`. */
      postalAddress: read.data.MAIL_ADDRESS ?? null,
      links: operatorLinksOf(read.data),
      /** The email of `CONTACT`; null where that is a link or not set. */
      repliesTo: read.data.CONTACT?.href.startsWith('mailto:') ? read.data.CONTACT.shown : null,
    },
    dkim: dkimOf(read.data, mailFrom.address),
    metricsToken: read.data.METRICS_TOKEN,
    metricsPort: read.data.METRICS_PORT,
    brand: BRAND_NAME,
    sampleProfile: read.data.SAMPLE_PROFILE ?? (DATABASE_URL ? null : demoUsername),
    serves: read.data.ROLE !== 'worker',
    works: read.data.ROLE !== 'web',
    registration: read.data.REGISTRATION,
    trustedProxies: read.data.TRUST_PROXY,
    rateLimits: read.data.RATE_LIMITS === 'on',
    /** Concurrent connections of one client; null for no limit, as behind a proxy, which is one client. */
    connectionsPerAddress: read.data.TRUST_PROXY > 0 ? null : read.data.CONNECTIONS_PER_ADDRESS,
    outsideServices: read.data.OUTSIDE_SERVICES,
    spotifyKeys: spotifyKeysOf(read.data),
    mailRate: read.data.MAIL_RATE,
    /** Domains in lower case. Their subdomains are blocked, too. */
    blockedMailDomains: read.data.BLOCKED_MAIL_DOMAINS,
    bounceListener: read.data.BOUNCE_SMTP_PORT
      ? { port: read.data.BOUNCE_SMTP_PORT, domain: read.data.BOUNCE_DOMAIN ?? mailHost(publicUrl) }
      : null,
    logLevel: read.data.LOG_LEVEL,
  }
}

const isOfThisMachine = (url: string) =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(new URL(url).hostname)

type Ports = Pick<z.infer<typeof settings>, 'ROLE' | 'PORT' | 'METRICS_PORT' | 'BOUNCE_SMTP_PORT'>

function refuseSamePort({ ROLE, PORT, METRICS_PORT, BOUNCE_SMTP_PORT }: Ports) {
  const names = new Map<number, string>()
  for (const [name, port] of Object.entries({
    PORT: ROLE !== 'worker' && PORT,
    METRICS_PORT,
    BOUNCE_SMTP_PORT: ROLE !== 'web' && BOUNCE_SMTP_PORT,
  })) {
    if (!port) continue
    const other = names.get(port)
    if (other) throw new SettingError(`${other} and ${name} are both ${port}: choose two ports.`)
    names.set(port, name)
  }
}

const hsts = {
  off: false,
  on: 'max-age=31536000',
  subdomains: 'max-age=31536000; includeSubDomains',
} as const

type LinkSettings = Pick<z.infer<typeof settings>, 'CONTACT' | 'PRIVACY_URL' | 'IMPRINT_URL'>

/** Returns the links that are set, for the footer of pages and mails. */
function operatorLinksOf({ CONTACT, PRIVACY_URL, IMPRINT_URL }: LinkSettings) {
  const links = { Contact: CONTACT, Privacy: PRIVACY_URL, Imprint: IMPRINT_URL }
  return Object.entries(links).flatMap(([label, link]) => (link ? [{ label, ...link }] : []))
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

function readSecretFiles(env: Record<string, string | undefined>) {
  const names = secretSettings.filter(name => env[`${name}_FILE`] !== undefined)
  return Object.fromEntries(
    names.map(name => {
      if (env[name] !== undefined)
        throw new SettingError(`${name} and ${name}_FILE are both set: one of them is enough.`)
      try {
        return [name, readFileSync(env[`${name}_FILE`] ?? '', 'utf8').trim()]
      } catch (error) {
        throw new SettingError(
          `${name}_FILE names a file that cannot be read (${errorCode(error)}).`,
        )
      }
    }),
  )
}
