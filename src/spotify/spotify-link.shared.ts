export type SpotifyLink = { kind: string; id: string }

/** A link in a text, whichever site it leads to. `spotify` is null if it is not exactly on the service's own hosts. */
export type TextLink = { text: string; index: number; spotify: SpotifyLink | null }

/** The one link of a text to something on Spotify, with or without a scheme, localised, as `spotify:kind:id`. */
export function readSpotifyLink(pasted: string): SpotifyLink | null {
  const [link, ...others] = findTextLinks(withoutInvisible(pasted))
  return link && others.length === 0 ? link.spotify : null
}

/** Expects a text `withoutInvisible` characters. */
export function findTextLinks(text: string): TextLink[] {
  const found: TextLink[] = []
  let end = 0
  for (const { 0: written, index } of text.matchAll(links)) {
    const mark = text[index - 1] ?? ''
    const encoded = '*_~'.includes(mark) ? withoutEnd(written, mark) : written
    const link = /^(?:https?|spotify)%3a/i.test(encoded) ? decode(encoded) : encoded
    const spotify = readUri(link) ?? readUrl(link)
    const before = found.at(-1)
    const opening =
      before && text.slice(before.index - 1, before.index) + text.slice(end - 2, index)
    const isLabel = opening !== undefined && /^<.*\|$|\]\($|^["'=][^<]*>$/s.test(opening)
    if (!isLabel || !isSame(before?.spotify, spotify)) found.push({ text: link, index, spotify })
    end = index + written.length
  }
  return found
}

/** In HTML, Markdown and Slack's marks a link can be the text that is shown for the same link. */
const isSame = (one: SpotifyLink | null | undefined, other: SpotifyLink | null) =>
  one !== null && one?.kind === other?.kind && one?.id.slice(0, 22) === other?.id.slice(0, 22)

/**
 * Removes the invisible characters that programs copy along. One directly behind the id of a track, or before a URL,
 * was between two words, except before the query of the link.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(betweenWords, ' ').replace(invisible, '')

const ignorable = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}\ufffc]`
const invisible = new RegExp(ignorable, 'gu')
const hosts = String.raw`(?:open|play|embed)\.spotify\.com`
const betweenWords = new RegExp(
  `(?<=track(?:[:/]|%3a|%2f)[a-z0-9]{22})${ignorable}+(?!${ignorable}|[?&#])|(?<=[a-z0-9])${ignorable}+(?=${hosts}/)`,
  'giu',
)

/** Scripts of host names that look like ours. Letters of other scripts stand beside a link without a space. */
const letter = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]`
/** Where a host name without a scheme may begin: not inside another host name, email or path. */
const hostStart = String.raw`(?<!${letter}|[@/\\-]|(?:${letter}|[@/\\])[._]+)`
const service = String.raw`(?:${hosts}(?::\d+)?(?=[/?])|spotify\.(?:app\.)?link/)`
const character = String.raw`[!#-;=?-~\p{Script=Latin}\p{M}]`
/** Another link begins here although nothing separates the two. */
const next = `https?://${service}|spotify:track:|https?%3a%2f%2f`
const nextInList = String.raw`(?<=[,;|]|\]\()(?:https?://|spotify:|${hosts}/|spotify\.link/)`
const rest = `(?:(?!(?<!=)(?:${next})|${nextInList})${character})*`
/** In the URL of another site, a link to Spotify is mostly a part of that URL. */
const restElsewhere = `(?:(?!(?<![=/?#&@:%])(?:${next})|${nextInList})${character})*`
const scheme = String.raw`(?<![a-z\d+.-])(?:(?!https?://|spotify://)[a-z\d+.-])+://`

const links = new RegExp(
  [
    `(?:https?://|${hostStart})${service}${rest}`,
    `spotify:(?=//[a-z]|[a-z])${rest}`,
    `(?:https?|spotify)%3a(?:%2f%2f|[a-z]+%3a)${rest}`,
    // A host name in letters of any script is read to its end, so that none of it is taken for one of ours.
    String.raw`(?:https?://|${scheme})[^\s<>"/?#]*${restElsewhere}`,
    `data:[a-z]+/${character}*`,
    String.raw`${hostStart}[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}/${restElsewhere}`,
  ].join('|'),
  'giu',
)

function withoutEnd(text: string, mark: string): string {
  let end = text.length
  while (text[end - 1] === mark) end--
  return text.slice(0, end)
}

function readUri(text: string): SpotifyLink | null {
  const [, kind, id] =
    /^spotify:(?:\/\/)?([a-z]+)[:/]([^:/?#&]+)(?=$|[:/?#&])(?!:[a-z\d])/i.exec(text) ?? []
  return kind && id ? { kind: kind.toLowerCase(), id: decode(id) } : null
}

const pageHosts = ['open.spotify.com', 'play.spotify.com']

function readUrl(text: string): SpotifyLink | null {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  // `URL.parse` is missing in browsers of 2024.
  if (!URL.canParse(url)) return null
  const { username, password, port, hostname, pathname, searchParams } = new URL(url)
  if (username || password || port) return null
  if (hostname === 'embed.spotify.com') return readUri(searchParams.get('uri') ?? '')
  if (!pageHosts.includes(hostname)) return null
  // The link of a track on the page of its album, and the oldest form of an embed.
  const inner = readUri(
    searchParams.get(/^\/+embed\/*$/i.test(pathname) ? 'uri' : 'highlight') ?? '',
  )
  if (inner?.kind === 'track') return inner
  // Messengers drop the question mark of a tail: `/track/ID&si=…`.
  const [, kind, id] =
    /^(?:\/+(?:intl-[a-z]{2,3}(?:-[a-z\d]{2,4})?|embed)){0,2}\/+([a-z]+)\/([^/&]+)(?:&[^/]*)?(?:\/(?:[^a-z\d/].*)?)?$/i.exec(
      pathname,
    ) ?? []
  return kind && id ? { kind: kind.toLowerCase(), id: decode(id) } : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
