import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkDns } from './check-dns.ts'

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')
const signed = {
  dkim: { key, selector: 'radr', domain: 'radr.example' },
  mailFrom: { name: 'Radr', address: 'drops@mail.radr.example' },
  bounceListener: null,
}

/** Responds like node:dns (https://nodejs.org/api/dns.html): each record in strings of at most 255 bytes, ENOTFOUND without one. */
const zone = (
  records: Record<string, string>,
  mailServers: Record<string, string> = {},
  addresses: Record<string, string> = {},
) => {
  const find = (name: string, texts: Record<string, string>) => {
    const text = texts[name]
    if (text === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
    return text
  }
  return {
    resolveTxt: async (name: string) => [
      ['another record'],
      find(name, records).match(/.{1,255}/g) ?? [],
    ],
    resolveMx: async (name: string) => [{ exchange: find(name, mailServers), priority: 10 }],
    resolve4: async () => [find('nothing', {})],
    resolve6: async (name: string) => [find(name, addresses)],
  }
}

test('The key, SPF and DMARC are found in the DNS, the last in the domain above', async () => {
  const records = {
    'radr._domainkey.radr.example': `v=DKIM1; k=rsa; p=${spki}`,
    'mail.radr.example': 'v=spf1 include:relay.example -all',
    '_dmarc.radr.example': 'v=DMARC1; p=none',
  }
  const mailServers = { 'mail.radr.example': 'mx.radr.example' }
  expect(await checkDns(signed, zone(records, mailServers))).toEqual([
    'The mail is signed by radr.example, with the selector radr.',
    'DKIM: radr._domainkey.radr.example is right.',
    'SPF: mail.radr.example is right.',
    'DMARC: _dmarc.radr.example is right.',
    'MX: mail.radr.example has one.',
  ])
})

test('A domain without an MX record takes mail at its own host, and not if it has a null MX', async () => {
  const addresses = { 'mail.radr.example': '2001:db8::1', 'back.radr.example': '2001:db8::2' }
  const bounceListener = { port: 25, domain: 'back.radr.example' }
  const lines = await checkDns(
    { ...signed, bounceListener },
    zone({}, { 'back.radr.example': '' }, addresses),
  )
  expect(lines.slice(-2)).toEqual([
    'MX: mail.radr.example has none, so mail goes to the host mail.radr.example itself. Does it take mail?',
    'MX: back.radr.example is missing (no such record).',
  ])
})

test('What is missing, another key and an unreachable DNS are told apart', async () => {
  const records = { 'radr._domainkey.radr.example': 'v=DKIM1; p=AAAA' }
  const bounceListener = { port: 25, domain: 'back.radr.example' }
  // A null MX (RFC 7505): the domain takes no mail.
  const mailServers = { 'back.radr.example': '' }
  expect(await checkDns({ ...signed, bounceListener }, zone(records, mailServers))).toEqual([
    'The mail is signed by radr.example, with the selector radr.',
    'DKIM: radr._domainkey.radr.example is missing (another key).',
    'SPF: back.radr.example is missing (no such record).',
    'DMARC: _dmarc.mail.radr.example is missing (no such record).',
    'MX: mail.radr.example is missing (no such record).',
    'MX: back.radr.example is missing (no such record).',
  ])
  const refuse = () =>
    Promise.reject(Object.assign(new Error('queryTxt'), { code: 'ECONNREFUSED' }))
  const unreachable = { resolveTxt: refuse, resolveMx: refuse, resolve4: refuse, resolve6: refuse }
  const lines = await checkDns({ ...signed, dkim: null }, unreachable)
  expect(lines).toEqual([
    'The mail is not signed: DKIM_KEY is not set.',
    'SPF: mail.radr.example is missing (ECONNREFUSED).',
    'DMARC: _dmarc.mail.radr.example is missing (ECONNREFUSED).',
    'MX: mail.radr.example is missing (ECONNREFUSED).',
  ])
})
