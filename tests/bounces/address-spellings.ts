import { domainToUnicode } from 'node:url'
import * as fc from 'fast-check'

const atom = fc.stringMatching(/^[a-z\d!#$%&'*/=?^_`{|}~-]{1,8}$/)
const label = fc.oneof(
  fc.stringMatching(/^[a-z\d]{1,8}$/),
  fc.constantFrom('xn--mller-kva', 'xn--80aswg', 'xn--r8jz45g', 'a-b'),
)

/** An address that the app may have mailed to. */
export const mailable = fc
  .record({
    words: fc.array(atom, { minLength: 1, maxLength: 3 }),
    tag: fc.constantFrom('', '+radr', '+2B'),
    labels: fc.array(label, { minLength: 1, maxLength: 3 }),
    top: fc.constantFrom('test', 'example', 'xn--p1ai'),
  })
  .map(({ words, tag, labels, top }) => `${words.join('.')}${tag}@${[...labels, top].join('.')}`)

const comment = fc.constantFrom(
  '(x)',
  '(a (b) "c)',
  '(unknown \\) user)',
  '(fan@other.test)',
  '(<x@y.test>)',
)
const space = fc.constantFrom('', ' ', '\t', '\r\n ')
/** What RFC 5322 permits around each part of an address. */
const gap = fc.oneof(
  { weight: 4, arbitrary: space },
  { weight: 1, arbitrary: fc.tuple(space, comment, space).map(parts => parts.join('')) },
)
const name = fc.constantFrom(
  '',
  'Ann',
  'Ann Example',
  '"Example, Ann"',
  '"fan@other.test"',
  '"<x@y.test>; \\" z"',
  '=?utf-8?Q?J=C3=B6rg?=',
  'fan@other.test',
)
const route = fc.constantFrom('', '@relay.test:', '@a.test,@b.test:', 'mailto:', 'SMTP:')

/** Ways to write an address that RFC 5322, RFC 6531 and their obsolete forms permit, and what mail programs write. */
export const spellingsOf = (address: string) =>
  fc
    .record({
      gaps: fc.array(gap, { minLength: 8, maxLength: 8 }),
      host: fc.constantFrom('as it is', 'upper case', 'U-labels', 'upper case U-labels'),
      local: fc.constantFrom('as it is', 'quoted', 'quoted pairs', 'quoted words', 'upper case'),
      dot: fc.boolean(),
      brackets: fc.boolean(),
      isGroup: fc.boolean(),
      name,
      route,
    })
    .map(({ gaps, host, local, dot, brackets, isGroup, name, route }) => {
      let at = 0
      const next = () => gaps[at++ % gaps.length] ?? ''
      const [localPart = '', hostPart = ''] = address.split('@')
      const spelled = `${next()}${spellLocal(localPart, local, next)}${next()}@${next()}${spellHost(hostPart, host, next)}${dot ? '.' : ''}${next()}`
      // A name without brackets would be part of the address.
      const whole = brackets ? `${name}${next()}<${route}${spelled}>${next()}` : spelled
      return isGroup ? `undisclosed:${whole};` : whole
    })

function spellLocal(local: string, form: string, next: () => string): string {
  if (form === 'quoted') return `"${local}"`
  if (form === 'quoted pairs') return `"${local.replace(/./g, '\\$&')}"`
  if (form === 'upper case') return local.toUpperCase()
  const words =
    form === 'quoted words' ? local.split('.').map(word => `"${word}"`) : local.split('.')
  return words.join(`${next()}.${next()}`)
}

function spellHost(host: string, form: string, next: () => string): string {
  const labels = form.includes('U-labels') ? domainToUnicode(host) : host
  const spelled = form.includes('upper case') ? labels.toUpperCase() : labels
  return spelled.split('.').join(`${next()}.${next()}`)
}
