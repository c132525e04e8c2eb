import { createHash, createVerify } from 'node:crypto'

/** Unfolded header lines. */
export function headerLines(raw: Buffer | string): string[] {
  const [head = ''] = raw.toString().split('\r\n\r\n')
  return head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
}

/** An independent implementation of RFC 6376 with relaxed/relaxed canonicalization; `zone` replaces DNS. */
export function verifyDkim(raw: string, zone: Record<string, string>) {
  const header = headerLines(raw)
  const relaxed = (line: string) => {
    const [name = '', ...rest] = line.split(':')
    return `${name.toLowerCase().trim()}:${rest
      .join(':')
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  }
  const signature = relaxed(header.find(line => /^dkim-signature:/i.test(line)) ?? '')
  const tags = Object.fromEntries(
    signature
      .slice('dkim-signature:'.length)
      .split(';')
      .map(tag => {
        const [name = '', ...rest] = tag.trim().split('=')
        return [name, rest.join('=').replace(/\s/g, '')]
      }),
  )
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4)
  const relaxedBody = `${body
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r\n)/g, '')
    .replace(/(\r\n)*$/, '')}\r\n`
  const signed = (tags.h ?? '').split(':')
  const above = [...header].reverse()
  const lines = signed.flatMap(name => {
    const at = above.findIndex(line => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return at < 0 ? [] : above.splice(at, 1).map(relaxed)
  })
  const text = [...lines, signature.replace(/\bb=[^;]*$/, 'b=')].join('\r\n')
  const valid =
    tags.bh === createHash('sha256').update(relaxedBody).digest('base64') &&
    createVerify('RSA-SHA256')
      .update(text)
      .verify(zone[`${tags.s}._domainkey.${tags.d}`] ?? '', tags.b ?? '', 'base64')
  return { valid, signed: signed.map(name => name.toLowerCase()) }
}
