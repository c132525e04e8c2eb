import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPostgres } from '../database/postgres.ts'
import { readConfig, refuseMisspelledSettings, SettingError } from './config.ts'

test('Without settings the app listens on localhost, with an embedded database and an outbox', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    secureCookies: false,
    databaseUrl: undefined,
    smtpUrl: undefined,
    mailFrom: { name: 'Radr', address: 'drops@localhost' },
    trustedProxies: 0,
    rateLimits: true,
    serves: true,
    works: true,
  })
})

test('An https PUBLIC_URL makes cookies secure and is the domain of the sender', () => {
  const config = readConfig({ PUBLIC_URL: 'https://radr.example/', BRAND_NAME: 'Lists' })
  expect(config).toMatchObject({ publicUrl: 'https://radr.example', secureCookies: true })
  expect(config.mailFrom).toEqual({ name: 'Lists', address: 'drops@radr.example' })
})

test('Bounces are received only with BOUNCE_SMTP_PORT, by default for the public host', () => {
  const listener = (env: object) =>
    readConfig({ PUBLIC_URL: 'https://radr.example', ...env }).bounceListener
  expect(listener({})).toBeNull()
  expect(listener({ BOUNCE_SMTP_PORT: 'off' })).toBeNull()
  expect(listener({ BOUNCE_SMTP_PORT: '25' })).toEqual({ port: 25, domain: 'radr.example' })
  const given = { BOUNCE_SMTP_PORT: '2525', BOUNCE_DOMAIN: 'back.radr.example' }
  expect(listener(given)).toEqual({ port: 2525, domain: 'back.radr.example' })
})

test("The operator's address has as many lines as written", () => {
  expect(readConfig({}).operator.postalAddress).toBeNull()
  expect(readConfig({ MAIL_ADDRESS: 'Radr Ltd\\n1 Example Street\nTown' }).operator).toEqual({
    postalAddress: 'Radr Ltd\n1 Example Street\nTown',
    links: [],
    repliesTo: null,
  })
})

test('Contact, privacy and imprint take an email address or a link each, and have no default', () => {
  const { links } = readConfig({
    PUBLIC_URL: 'https://radr.example',
    CONTACT: 'hello@radr.example',
    IMPRINT_URL: 'https://radr.example/imprint',
  }).operator
  expect(links).toEqual([
    { label: 'Contact', shown: 'hello@radr.example', href: 'mailto:hello@radr.example' },
    {
      label: 'Imprint',
      shown: 'https://radr.example/imprint',
      href: 'https://radr.example/imprint',
    },
  ])
})

test('A mail server on another machine needs PUBLIC_URL, because mails contain links', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example:587' })).toThrow(
    /^SMTP_URL needs PUBLIC_URL/,
  )
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(readConfig({ SMTP_URL: `smtp://${host}:25` }).hasPublicUrl).toBe(false)
})

test.each([
  ['"Radr, Inc." <drops@radr.example>', 'Radr, Inc.'],
  ['Radr, Inc. <drops@radr.example>', 'Radr, Inc.'],
  ['"Radr \\"7\\"" <drops@radr.example>', 'Radr "7"'],
  ['drops@radr.example (Radr)', 'Radr'],
  ['<drops@radr.example>', ''],
  ['drops@radr.example', ''],
  ["Ann's Radr <drops@radr.example>", "Ann's Radr"],
])('MAIL_FROM may be written as %s', (MAIL_FROM, name) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toEqual({ name, address: 'drops@radr.example' })
})

test.each([
  ['PORT', '70000', 'a whole number from 0 to 65535'],
  ['PORT', 'x', 'a whole number from 0 to 65535'],
  ['PUBLIC_URL', 'ftp://radr.example', 'an address like'],
  ['PUBLIC_URL', 'https://radr.example/app', 'scheme, host and port alone'],
  ['PUBLIC_URL', 'https://radr.example/?a=b', 'scheme, host and port alone'],
  ['PUBLIC_URL', 'https://name@radr.example', 'scheme, host and port alone'],
  ['PUBLIC_URL', 'radr.example', 'an address like'],
  ['PUBLIC_URL', 'https://', 'an address like'],
  ['DATABASE_URL', 'mysql://host/radr', 'an address like'],
  ['DATABASE_URL', 'postgres://radr@db1,db2/radr', 'takes one host'],
  ['DATABASE_URL', 'postgres://radr@db1:5432,db2:5433/radr', 'takes one host'],
  ['DATABASE_URL', 'postgres://radr@/radr?host=db1,db2', 'takes one host'],
  [
    'DATABASE_URL',
    'postgres://radr@db/radr?ssl=true&target_session_attrs=read-write',
    'target_session_attrs',
  ],
  ['SMTP_URL', 'mail.example', 'an address like'],
  ['SMTP_URL', 'smtp://user:pa/ss@mail.example', 'an address like .* / is written %2F'],
  ['SMTP_URL', 'smtp://user:12/3@mail.example', 'an address like .* / is written %2F'],
  ['DATABASE_URL', 'postgres://radr:12#3@db.example/radr', 'an address like .* # %23'],
  ['DATA_DIR', '/proc/radr', 'a folder on a disk'],
  ['MAIL_FROM', 'nobody', 'a sender like'],
  ['SMTP_URL', 'smtp://127.0.0.1?connections=0', 'a number from 1 to 99'],
  ['MAIL_ADDRESS', 'x'.repeat(301), 'at most 300 characters'],
  ['MAIL_ADDRESS', 'a\tb', 'a name and postal address'],
  ['CONTACT', 'nobody', 'an email address or a link like'],
  ['CONTACT', 'a@b.example, c@d.example', 'an email address or a link like'],
  ['PRIVACY_URL', 'javascript:alert(1)', 'an email address or a link like'],
  ['PRIVACY_URL', `https://radr.example/${'x'.repeat(300)}`, 'at most 300 characters'],
  ['IMPRINT_URL', '/imprint', 'an email address or a link like'],
  ['BRAND_NAME', '-radr', 'letters \\(A to Z\\), digits and hyphens, no hyphen first'],
  ['ROLE', 'boss', 'web, worker or all'],
  ['ROLE', 'worker', 'needs DATABASE_URL'],
  ['TRUST_PROXY', 'yes', 'off or a whole number'],
  ['RATE_LIMITS', 'maybe', 'on or off'],
  ['OUTSIDE_SERVICES', 'https://outside.example', 'on, off or, for tests, an address like .*'],
  ['SPOTIFY_CLIENT_ID', 'short', '32 letters and digits'],
  ['MAIL_RATE', 'fast', 'a whole number from 1 to 10000'],
  ['METRICS_PORT', 'yes', 'takes off or a whole number from 1 to 65535'],
  ['BOUNCE_SMTP_PORT', '0', 'a whole number from 1 to 65535'],
  ['BOUNCE_DOMAIN', 'no host', 'a host name'],
  ['LOG_LEVEL', 'loud', 'silent'],
])('%s=%s is answered with one sentence that says what it takes', (name, value, takes) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(SettingError)
  expect(read).toThrow(new RegExp(`^${name}.*${takes}[^\\n]*\\.$`))
})

test('An unreachable database is reported by its setting, without its password', async () => {
  const error: Error = await openPostgres('postgres://radr:secret@127.0.0.1:1/radr').catch(e => e)
  expect(error).toBeInstanceOf(SettingError)
  expect(error.message).toMatch(/^DATABASE_URL does not answer/)
  expect(error.message).not.toContain('secret')
})

test('A database is also reached by a socket, as PostgreSQL writes it', () => {
  const url = 'postgres://radr:12@/radr?host=/run/postgresql'
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test('A secret may be in a file; a file that cannot be read or a value beside it is an error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'radr-config-'))
  const file = join(folder, 'smtp')
  writeFileSync(file, 'smtps://user:secret@mail.example:465\n')
  const PUBLIC_URL = 'https://radr.example'
  expect(readConfig({ SMTP_URL_FILE: file, PUBLIC_URL }).smtpUrl).toBe(
    'smtps://user:secret@mail.example:465',
  )
  expect(() => readConfig({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://mail.example' })).toThrow(
    'SMTP_URL and SMTP_URL_FILE are both set: one of them is enough.',
  )
  expect(() => readConfig({ METRICS_TOKEN_FILE: join(folder, 'none') })).toThrow(
    'METRICS_TOKEN_FILE names a file that cannot be read (ENOENT).',
  )
  writeFileSync(file, 'mail.example')
  expect(() => readConfig({ SMTP_URL_FILE: file })).toThrow(/^SMTP_URL takes an address like/)
  rmSync(folder, { recursive: true })
})

test('Two settings with the same port are refused, unless only one of them is in use', () => {
  expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow(
    new SettingError('PORT and METRICS_PORT are both 3000: choose two ports.'),
  )
  expect(() => readConfig({ METRICS_PORT: '9100', BOUNCE_SMTP_PORT: '9100' })).toThrow(
    'METRICS_PORT and BOUNCE_SMTP_PORT are both 9100',
  )
  const DATABASE_URL = 'postgres://radr@localhost/radr'
  const worker = { DATABASE_URL, ROLE: 'worker', METRICS_PORT: '3000' }
  expect(readConfig(worker)).toMatchObject({ metricsPort: 3000 })
})

test('A name that is nearly that of a setting is refused, and those of other programs are not', () => {
  const others = {
    DATABASE_URL: 'a',
    SMTP_URL_FILE: 'b',
    PORT: '3000',
    HOME: '/root',
    HOSTNAME: 'c',
    MAIL: '/var/mail/d',
    LOG_DIR: 'e',
    DATABASE_PRIVATE_URL: 'f',
    SMTP_PORT: 'tcp://10.0.0.1:25',
  }
  expect(() => refuseMisspelledSettings(others)).not.toThrow()
  const misspelled = ['DATABASE_ULR', 'smtp_url', 'MALI_FROM', 'DATADIR', 'PUBLIC_URLS']
  for (const name of misspelled)
    expect(() => refuseMisspelledSettings({ ...others, [name]: 'a' })).toThrow(
      `${name}: no setting has this name.`,
    )
})
