import { generateKeyPairSync } from 'node:crypto'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { simpleMail } from '../../../tests/mails/simple-mail.ts'
import { headerLines, verifyDkim } from '../../../tests/mails/verify-dkim.ts'
import { processorTime } from '../../../tests/processes/processor-time.ts'
import { isMailable } from '../../platform/text/email-address.shared.ts'
import { composeMail } from './mime.ts'

const mail = simpleMail(1, {
  from: { name: 'Björks Sieben', address: 'drops@radr.example' },
  to: { address: 'anna@fan.example' },
  subject: 'Björk dropped her list no. 3',
  html: '<p>Größe &amp; Ärger</p>\n<p>two</p>',
  text: 'Größe & Ärger\ntwo\n',
})
const listHeaders = {
  'List-Unsubscribe': `<https://radr.example/api/unsubscribe/${'a'.repeat(43)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'List-Id': '<bjork.radr.example>',
  'Auto-Submitted': 'auto-generated',
}

test('A mail has both parts, a date, its Message-ID and names in any script', async () => {
  const { envelope, raw } = await composeMail(mail)
  const parsed = await PostalMime.parse(raw)
  expect(parsed).toMatchObject({
    from: mail.from,
    to: [{ name: '', ...mail.to }],
    subject: mail.subject,
    messageId: mail.messageId,
    date: mail.date.toISOString(),
  })
  expect(parsed.text?.trim()).toBe('Größe & Ärger\ntwo')
  expect(parsed.html).toContain('Größe &amp; Ärger')
  expect(raw.toString()).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(raw.toString()).toMatch(/^MIME-Version: 1\.0\r$/m)
  expect(raw.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(envelope).toEqual({ from: mail.from.address, to: mail.to.address, size: raw.length })
})

test('Names, subjects and headers cannot inject a header, a recipient or a body', async () => {
  const evil = 'x\r\nBcc: victim@evil.example\r\n\r\n<b>injected</b>\n.\r\0\u2028y'
  const { envelope, raw } = await composeMail({
    ...mail,
    from: { name: `"${evil}" <a@evil.example>,`, address: mail.from.address },
    subject: evil,
    headers: { 'List-Id': evil },
  })
  const parsed = await PostalMime.parse(raw)
  expect(envelope.to).toBe(mail.to.address)
  expect(parsed.bcc).toBeUndefined()
  expect(parsed.from?.address).toBe(mail.from.address)
  expect(parsed.to?.map(to => to.address)).toEqual([mail.to.address])
  expect(parsed.subject).toBe('x Bcc: victim@evil.example <b>injected</b> . y')
  expect(parsed.text).not.toContain('injected')
  expect(headerLines(raw).map(line => line.split(':')[0])).toEqual(
    expect.not.arrayContaining(['Bcc', 'bcc']),
  )
})

test.each([
  ['anna@fan.example', true],
  ["o'brien+radr@mail.fan.example", true],
  ['drops@localhost', true],
  ['anna@fan@evil.example', false],
  ['fan.example', false],
  ['anna@', false],
  ['änna@fan.example', false],
  ['anna@fän.example', false],
  ['"anna@x"@fan.example', false],
  ['anna@fan.example>', false],
  ['anna@fan.example,eve@evil.example', false],
  ['anna@fan.example\r\nRCPT TO:<eve@evil.example>', false],
  ['anna @fan.example', false],
  ['anna@[10.0.0.1]', false],
  ['anna@fan..example', false],
  ['anna..b@fan.example', false],
  ['.anna@fan.example', false],
  ['anna.@fan.example', false],
  [`${'a'.repeat(65)}@fan.example`, false],
])('the address %j is mailable: %s', async (address, mailable) => {
  expect(isMailable(address)).toBe(mailable)
  const composed = composeMail({ ...mail, to: { address } })
  if (mailable) expect((await composed).envelope.to).toBe(address)
  else await expect(composed).rejects.toThrow(TypeError)
})

test('An address check is fast for any text', () => {
  const texts = [`a@${'a-'.repeat(120)}!`, `a@${'a.'.repeat(120)}!`, '@'.repeat(250)]
  expect(processorTime(() => texts.forEach(isMailable))).toBeLessThan(50)
})

test('Duplicate, reserved and invalid headers throw', async () => {
  const wrong: Record<string, string>[] = [
    { 'List-Id': 'a', 'list-id': 'b' },
    { To: 'a' },
    { 'X:Y': 'a' },
    { 'Content-Type': 'a' },
  ]
  for (const headers of wrong) {
    await expect(composeMail({ ...mail, headers })).rejects.toThrow(TypeError)
  }
  await expect(composeMail({ ...mail, messageId: '<a@b>\r\nX: y' })).rejects.toThrow(TypeError)
})

test('The DKIM signature is valid and covers the List-* headers', async () => {
  const { publicKey, privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkim = { domain: 'radr.example', selector: 's1', key }
  const zone = {
    's1._domainkey.radr.example': publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  }
  const { raw, envelope } = await composeMail({ ...mail, headers: listHeaders }, dkim)
  expect(envelope.size).toBe(raw.length)
  const { valid, signed } = verifyDkim(raw.toString(), zone)
  expect(valid).toBe(true)
  expect(signed).toEqual(
    expect.arrayContaining([
      ...['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'],
      ...Object.keys(listHeaders).map(name => name.toLowerCase()),
    ]),
  )
  for (const name of ['From', 'To', 'Subject']) {
    const added = `${name}: somebody else\r\n${raw}`
    expect(verifyDkim(added, zone).valid, name).toBe(false)
    expect(verifyDkim(`X-${added}`, zone).valid).toBe(true)
  }
  for (const [was, is] of [
    ['One-Click', 'Two-Click'],
    ['auto-generated', 'no'],
    ['two', 'three'],
  ] as const) {
    expect(verifyDkim(raw.toString().replace(was, is), zone).valid).toBe(false)
  }
})

test('A mail with an unusable DKIM key throws instead of being sent unsigned', async () => {
  const { privateKey: key } = generateKeyPairSync('ed25519')
  const dkim = { domain: 'radr.example', selector: 's1', key }
  await expect(composeMail(mail, dkim)).rejects.toThrow('RSA')
})
