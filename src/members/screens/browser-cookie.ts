const maxAge = 365 * 24 * 60 * 60

/** For what pages of the server have to know of this browser. Null removes it. */
export function setBrowserCookie(name: string, value: string | null) {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${value === null ? 0 : maxAge}; SameSite=Lax${secure}`
}
