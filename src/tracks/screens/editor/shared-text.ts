/**
 * What another app shared with the installed app, which the address then contains; null otherwise. It is
 * removed from the address, so that a reload does not add it again.
 */
export function takeSharedText(): string | null {
  const search = new URLSearchParams(window.location.search)
  const shared = ['url', 'text', 'title'].flatMap(name => search.get(name) ?? [])
  if (shared.length === 0) return null
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return shared.find(text => /spotify/i.test(text)) ?? shared.join(' ')
}
