const atoms = String.raw`[\w!#$%&'*+/=?^\`{|}~-]+(?:\.[\w!#$%&'*+/=?^\`{|}~-]+)*`
const label = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`
const mailable = new RegExp(String.raw`^(?!.{65,}@)${atoms}@${label}(?:\.${label})*$`, 'i')

/**
 * Plain ASCII, exactly one @, nothing that needs quotes, as a dot beside another does: addresses that all mail servers
 * parse alike.
 */
export const isMailable = (address: string): boolean =>
  address.length <= 254 && mailable.test(address)

/** A top-level domain is a word or, in another script, the Punycode of one. */
export const isInPublicDomain = (address: string): boolean =>
  /\.(?:[a-z]{2,63}|xn--[a-z\d-]{1,58}[a-z\d])$/i.test(address)

/**
 * The address in what people paste: a `mailto:` link, a name with the address in angle brackets, full-width letters,
 * invisible characters, a comma behind it, a host in its own script. Text that is no address stays invalid.
 */
export function readEmail(pasted: string): string {
  const visible = pasted
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/[！-～]/g, toAscii)
    .trim()
  const bracketed = /^[^<>]*<([^<>]*)>$/.exec(visible)?.[1] ?? visible
  const address = bracketed
    .trim()
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replace(/[.,;]$/, '')
  const at = address.lastIndexOf('@')
  return at < 0 ? address : address.slice(0, at + 1) + toAsciiHost(address.slice(at + 1))
}

const toAscii = (fullWidth: string) => String.fromCharCode(fullWidth.charCodeAt(0) - 0xfee0)

/** The URL parser is the one implementation of IDNA that browsers and Node have in common. */
function toAsciiHost(host: string): string {
  if (/^[ -~]*$/.test(host)) return host
  const url = `http://${host}`
  return /[/?#:@\\]/.test(host) || !URL.canParse(url) ? host : new URL(url).hostname
}

/** What a person can correct, as the end of a message; empty where nothing says what is wrong. */
export function emailProblem(address: string): string {
  const name = address.slice(0, Math.max(0, address.lastIndexOf('@')))
  if (/^\.|\.\.|\.$/.test(name))
    return ': before the @ no dot may be first, last or beside another dot.'
  if (/[^ -~]/.test(name)) return ': before the @ only letters without accents can be delivered to.'
  return ''
}

/** The same as `mailbox_of` in the database. */
export function mailboxOf(address: string): string {
  const [localPart = '', host = ''] = address.toLowerCase().split('@')
  const name = localPart.replace(/^(.[^+]*)\+.*$/s, '$1')
  return ['gmail.com', 'googlemail.com'].includes(host)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${host}`
}
