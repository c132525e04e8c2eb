type Part = { text: string; at: number; href?: string }

/** Splits text into words and web addresses. Only http and https are ever linked; everything else stays text. */
export function addressesIn(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(candidates)) {
    const found = withoutTail(match[0])
    const href = addressOf(found)
    if (!href) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), at: end })
    parts.push({ text: found, at: match.index, href })
    end = match.index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end })
  return parts
}

// With a scheme, or a name with a dot in it that nothing before (an "@", another scheme's ":") makes part of something else.
const candidates =
  /https?:\/\/[^\s<>"“”]+|(?<![\p{L}\p{N}_@:/.-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?![a-z0-9@-])(?::\d{1,5})?(?:[/?#][^\s<>"“”]*)?/giu

/** Sentences go on after an address: their punctuation is not its. A closing bracket is, when it was opened inside. */
function withoutTail(found: string): string {
  let kept = found
  for (;;) {
    const last = kept.at(-1) ?? ''
    const opener = brackets[last]
    const isTail = opener
      ? kept.split(last).length > kept.split(opener).length
      : /[.,;:!?'’"*_~…。、，！？」』]/.test(last)
    if (!isTail) return kept
    kept = kept.slice(0, -1)
  }
}

function addressOf(found: string): string | undefined {
  const hasScheme = /^https?:\/\//i.test(found)
  if (!hasScheme && !looksMeant(found)) return undefined
  const href = hasScheme ? found : `https://${found}`
  if (!URL.canParse(href)) return undefined
  const { username, hostname } = new URL(href)
  return username === '' && hostname.includes('.') ? href : undefined
}

/** "feat.drake" and "love it.so" are slips of the keyboard; "www.", a path, or an ending that is seldom a word are not. */
function looksMeant(found: string): boolean {
  const [host = '', ...path] = found.split(/[/?#:]/)
  return (
    path.length > 0 ||
    /^www\./i.test(host) ||
    endings.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase())
  )
}

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const endings = new Set(
  'com org net edu gov info biz app dev page site online store shop blog xyz club band fm tv audio studio radio link music digital media io co ai gg uk de fr es nl se fi dk ch pl cz ie eu ca au nz jp kr cn tw br mx ar cl ru ua gr pt tr za'.split(
    ' ',
  ),
)
