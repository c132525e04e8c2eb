export type SpotifyLink = { kind: string; id: string }

/** With or without a scheme, localised, as `spotify:kind:id`. Null when it is not exactly on the service's own hosts. */
export function readSpotifyLink(pasted: string): SpotifyLink | null {
  const text = pasted
    .trim()
    .replace(/^<(.*)>$/s, '$1')
    .trim()
  // Addresses have neither, but URL parsers drop the one and read the other as a slash.
  if (/[\s\\]/.test(text)) return null
  return readUri(text) ?? readAddress(text)
}

function readUri(text: string): SpotifyLink | null {
  const [, kind, id] = /^spotify:([a-z]+):([^:/?#&]+)(?:[?#&].*)?$/i.exec(text) ?? []
  return kind && id ? { kind: kind.toLowerCase(), id } : null
}

const pageHosts = ['open.spotify.com', 'play.spotify.com']

function readAddress(text: string): SpotifyLink | null {
  const address = /^(?:open|play|embed)\.spotify\.com\//i.test(text) ? `https://${text}` : text
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { username, password, port, hostname, pathname, searchParams } = new URL(address)
  if (username || password || port) return null
  if (hostname === 'embed.spotify.com') return readUri(searchParams.get('uri') ?? '')
  if (!pageHosts.includes(hostname)) return null
  // Messengers drop the question mark of a tail: `/track/ID&si=…`.
  const [, kind, id] =
    /^(?:\/(?:intl-[a-z]{2,3}(?:-[a-z]{2,4})?|embed)){0,2}\/([a-z]+)\/([^/&]+)(?:&[^/]*)?\/?$/i.exec(
      pathname,
    ) ?? []
  return kind && id ? { kind: kind.toLowerCase(), id } : null
}
