import { createHash, type KeyObject, sign } from 'node:crypto'

export type Dkim = {
  domain: string
  selector: string
  /** An RSA key. A KeyObject, because a PEM text would be parsed again for every mail. */
  key: KeyObject
}

/**
 * Signs a mail (RFC 6376: rsa-sha256, relaxed/relaxed). nodemailer's signer names each header once, so
 * that somebody could prepend a second From or Subject to a signed mail. Throws `TypeError` for any other key.
 */
export function signDkim(mail: Buffer, { domain, selector, key }: Dkim): Buffer {
  if (key.type !== 'private' || key.asymmetricKeyType !== 'rsa') {
    throw new TypeError('DKIM needs a private RSA key')
  }
  const source = mail.toString('latin1')
  const end = source.indexOf('\r\n\r\n')
  const headers = headersIn(source.slice(0, end))
  const names = signedNames.filter(name => headers.has(name.toLowerCase()))
  const unsigned = [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector};`,
    `h=${[...names, ...oversignedNames].join(':').replace(/(.{50,}?:)/g, '$1\r\n\t')};`,
    `bh=${bodyHash(source.slice(end + 4))};`,
    'b=',
  ].join('\r\n\t')
  const signed = [...names.map(name => headers.get(name.toLowerCase())), relaxed(unsigned)]
  const signature = sign('RSA-SHA256', Buffer.from(signed.join('\r\n'), 'latin1'), key)
  const lines = signature.toString('base64').match(/.{1,72}/g) ?? []
  return Buffer.concat([Buffer.from(`${unsigned}${lines.join('\r\n\t')}\r\n`), mail])
}

/** Signed once more than they occur: a header added later makes the signature invalid. */
const oversignedNames = ['From', 'To', 'Cc', 'Subject', 'Reply-To', 'Sender', 'Content-Type']

const signedNames = [
  ...['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type', 'Reply-To'],
  ...['List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Auto-Submitted', 'Feedback-ID'],
  'X-Auto-Response-Suppress',
]

function headersIn(head: string): Map<string, string> {
  const lines = head.split(/\r\n(?![ \t])/).map(relaxed)
  return new Map(lines.map(line => [line.slice(0, line.indexOf(':')), line]))
}

function relaxed(header: string): string {
  const colon = header.indexOf(':')
  const value = header.slice(colon + 1).replace(/\r\n/g, '')
  return `${header.slice(0, colon).toLowerCase()}:${value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '')}`
}

function bodyHash(body: string): string {
  const lines = body.split('\r\n').map(line => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  const last = lines.findLastIndex(line => line !== '')
  const canonical = lines.slice(0, last + 1).map(line => `${line}\r\n`)
  return createHash('sha256').update(canonical.join(''), 'latin1').digest('base64')
}
