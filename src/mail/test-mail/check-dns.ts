import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { Config } from '../../platform/config/config.ts'
import { errorCode } from '../../platform/errors.ts'

type Dns = Pick<Resolver, 'resolveTxt' | 'resolveMx'> &
  Record<'resolve4' | 'resolve6', (name: string) => Promise<string[]>>

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/** Whether mail is signed and what the DNS says about its domains: a line each, for the operator. */
export async function checkDns(
  { dkim, mailFrom, bounceListener }: Pick<Config, 'dkim' | 'mailFrom' | 'bounceListener'>,
  dns: Dns = resolver,
): Promise<string[]> {
  const domain = mailFrom.address.slice(mailFrom.address.indexOf('@') + 1)
  const signed = dkim
    ? `The mail is signed by ${dkim.domain}, with the selector ${dkim.selector}.`
    : 'The mail is not signed: DKIM_KEY is not set.'
  // A name inside a network has no records.
  if (!domain.includes('.')) return [signed]
  const keyName = dkim && `${dkim.selector}._domainkey.${dkim.domain}`
  const own = dkim && createPublicKey(dkim.key).export({ type: 'spki', format: 'der' })
  const isOwnKey = (text: string) =>
    own?.toString('base64') === /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s/g, '')
  return Promise.all([
    signed,
    ...(keyName ? [find('DKIM', [keyName], isOwnKey)] : []),
    find('SPF', [bounceListener?.domain ?? domain], text => /^v=spf1(?: |$)/i.test(text)),
    find(
      'DMARC',
      withParents(domain).map(name => `_dmarc.${name}`),
      text => /^v=DMARC1\b/i.test(text),
    ),
    // Replies and reports are sent to these.
    ...[...new Set([domain, bounceListener?.domain ?? domain])].map(findMx),
  ])

  async function find(what: string, names: string[], isRight: (text: string) => boolean) {
    let failure = noRecord
    for (const name of names) {
      try {
        const texts = (await dns.resolveTxt(name)).map(parts => parts.join(''))
        const found = texts.find(isRight)
        if (found !== undefined) return `${what}: ${name} is right.`
        if (what === 'DKIM') failure = 'another key'
      } catch (error) {
        failure = reasonOf(error) ?? failure
      }
    }
    return `${what}: ${names[0]} is missing (${failure}).`
  }

  /** A host without an MX record takes the mail itself (RFC 5321, 5.1). A null MX (RFC 7505) says that none does. */
  async function findMx(name: string) {
    const hosts = await dns.resolveMx(name).catch(error => reasonOf(error) ?? [])
    if (typeof hosts === 'string') return `MX: ${name} is missing (${hosts}).`
    if (hosts.some(({ exchange }) => exchange !== '')) return `MX: ${name} has one.`
    if (hosts.length === 0 && (await hasAddress(name)))
      return `MX: ${name} has none, so mail goes to the host ${name} itself. Does it take mail?`
    return `MX: ${name} is missing (${noRecord}).`
  }

  async function hasAddress(name: string) {
    const found = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
    return found.some(({ status }) => status === 'fulfilled')
  }
}

const noRecord = 'no such record'

const reasonOf = (error: unknown) =>
  ['ENOTFOUND', 'ENODATA'].includes(errorCode(error)) ? null : errorCode(error)

/** A record of a domain holds for those below it; the last label alone is nobody's domain. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'))
}
