/** Query parameters of /home that contain what another app shares, as the installed app's manifest names them. */
export const sharedTextNames = ['url', 'text', 'title'] as const

/** The part of a query that a sign-in must not lose: empty, or beginning with `?`. */
export function sharedTextQuery(search: URLSearchParams): string {
  const shared = new URLSearchParams()
  for (const name of sharedTextNames) {
    const text = search.get(name)
    if (text) shared.set(name, text)
  }
  return shared.size > 0 ? `?${shared}` : ''
}
