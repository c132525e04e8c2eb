type TextPart = { text: string; offset: number; href?: string }

/** Splits text into plain parts and URLs. Only http and https are linked; everything else stays text. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(candidates)) {
    const before = text.slice(0, match.index)
    const url = withoutNextSentence(withoutPunctuation(match[0], before))
    const href = hrefOf(url)
    if (!href) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), offset: end })
    parts.push({ text: url, offset: match.index, href })
    end = match.index + url.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), offset: end })
  return parts
}

const latin = String.raw`\p{Script=Latin}\u0300-\u036F`
const otherLetter = String.raw`(?:(?![\p{ASCII}${latin}\p{Variation_Selector}])[\p{L}\p{M}\p{N}・])`

// A label of a host has either Latin letters or others, so that "https://example.comを" ends before "を".
const otherLabel = String.raw`${otherLetter}(?:(?:${otherLetter}|[\d-])*${otherLetter})?`
const label = String.raw`(?:[${latin}\d](?:[${latin}\d-]*[${latin}\d])?|${otherLabel})`
const asciiLabel = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
// What an "@" follows is no host, but a name: in an email address, or in front of the host that a browser would open.
const topLevel = String.raw`(?:xn--[a-z0-9-]{1,59}|[a-z]{2,24})(?!-*[a-z0-9]|[\w.+:-]*@[\p{L}\p{N}]|://)`
const host = String.raw`(?:(?:${label}\.)+${topLevel}|(?:${label}\.)*${otherLabel}\.${otherLetter}{2,24})`
const bareHost = String.raw`(?<![${latin}\d_@:/.-])(?:${asciiLabel}\.)+${topLevel}`

// Letters of other scripts belong to a path where they begin a word of it, as in /wiki/サクラ, and Latin accents
// anywhere, as in /wiki/Für_Elise. Behind ASCII such letters are the sentence that goes on without a space.
const letterInPath = String.raw`[${latin}]|(?<=[/_=%+#-]\(?|${otherLetter}[\u0300-\u036F]*:?)${otherLetter}`
const apostrophe = String.raw`['’](?!s(?!\p{L}))`
// Another link begins at a scheme, except where a path may contain a URL.
const pathCharacter = String.raw`(?:(?<=[/=?#&:])|(?!https?://))(?:${letterInPath}|${apostrophe}|[a-z0-9\-._~!$&()*+,;=:@%/?#[\]{}])`
const rest = String.raw`(?::\d{1,5})?(?:[/?#](?:${pathCharacter})*)?`

// A URL with a scheme, or a host name that is not part of an email address or of another scheme.
const candidates = new RegExp(`(?:https?://${host}|${bareHost})${rest}`, 'giu')

function withoutPunctuation(candidate: string, before: string): string {
  let url = candidate
  for (;;) {
    const last = url.at(-1) ?? ''
    const opening = brackets[last]
    const isPunctuation = opening
      ? url.split(last).length > url.split(opening).length
      : /[.,;:!?'’*~@([{]/.test(last) || (last === '_' && before.endsWith('_'))
    if (!isPunctuation) return url
    url = url.slice(0, -1)
  }
}

/** Leaves out the sentence that goes on behind a host without a space, as in "example.com.This is". */
function withoutNextSentence(url: string): string {
  const [, shorter] = /^((?:\w+:\/\/)?(?:[^./]+\.)+[^./]+)\.[A-Z][a-z]+$/.exec(url) ?? []
  return shorter && hasCommonDomain(shorter) ? shorter : url
}

function hrefOf(url: string): string | undefined {
  const hasScheme = /^https?:\/\//i.test(url)
  if (!hasScheme && !isLikelyUrl(url)) return undefined
  const href = hasScheme ? url : `https://${url}`
  return URL.canParse(href) ? href : undefined
}

/**
 * Tells a URL from a missing space after a full stop ("love it.so", "love this.That"): its last part is no word
 * with a capital letter, and it has "www.", a path or a common top-level domain.
 */
function isLikelyUrl(candidate: string): boolean {
  const [host = '', ...path] = candidate.split(/[/?#:]/)
  if (/[a-z].*\.[A-Z][^.]*$/.test(host)) return false
  return path.length > 0 || /^www\./i.test(host) || hasCommonDomain(host)
}

const hasCommonDomain = (host: string) =>
  commonDomains.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase())

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const commonDomains = new Set(
  'com org net edu gov info biz app dev page site online store shop blog xyz club band fm tv audio studio radio rocks link music social digital media io co ai gg uk de fr es nl se fi dk ch pl cz ie ee lt lv hu ro sk hr rs bg eu ca au nz jp kr cn tw br mx ar cl ru ua gr pt tr za'.split(
    ' ',
  ),
)
