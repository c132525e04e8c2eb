type TextPart = { text: string; offset: number; href?: string }

/** Splits text into plain parts and web addresses. Only http and https are linked; everything else stays text. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(candidates)) {
    const address = trimPunctuation(match[0])
    const href = hrefOf(address)
    if (!href) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), offset: end })
    parts.push({ text: address, offset: match.index, href })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), offset: end })
  return parts
}

// An address with a scheme, or a host name that is not part of an email address or of another scheme.
const candidates =
  /https?:\/\/[^\s<>"“”]+|(?<![\p{L}\p{N}_@:/.-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?![a-z0-9@-])(?::\d{1,5})?(?:[/?#][^\s<>"“”]*)?/giu

function trimPunctuation(candidate: string): string {
  let address = candidate
  for (;;) {
    const last = address.at(-1) ?? ''
    const opening = brackets[last]
    const isPunctuation = opening
      ? address.split(last).length > address.split(opening).length
      : /[.,;:!?'’"*_~…。、，！？」』]/.test(last)
    if (!isPunctuation) return address
    address = address.slice(0, -1)
  }
}

function hrefOf(address: string): string | undefined {
  const hasScheme = /^https?:\/\//i.test(address)
  if (!hasScheme && !isLikelyAddress(address)) return undefined
  const href = hasScheme ? address : `https://${address}`
  if (!URL.canParse(href)) return undefined
  const { username, hostname } = new URL(href)
  return username === '' && hostname.includes('.') ? href : undefined
}

/** Tells an address from a missing space after a full stop ("love it.so"): it has "www.", a path or a common top-level domain. */
function isLikelyAddress(candidate: string): boolean {
  const [host = '', ...path] = candidate.split(/[/?#:]/)
  return (
    path.length > 0 ||
    /^www\./i.test(host) ||
    commonDomains.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase())
  )
}

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const commonDomains = new Set(
  'com org net edu gov info biz app dev page site online store shop blog xyz club band fm tv audio studio radio rocks link music social digital media io co ai gg uk de fr es nl se fi dk ch pl cz ie ee lt lv hu ro sk hr rs bg eu ca au nz jp kr cn tw br mx ar cl ru ua gr pt tr za'.split(
    ' ',
  ),
)
