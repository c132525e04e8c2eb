/** What this browser keeps for a member, as text. It outlives a rename, and other members do not see it. */
type BrowserValue = {
  read(): string | null
  /** Null removes it. */
  write(value: string | null): void
  /** Also calls back for changes by other tabs. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** In place of a member's key: somebody without an account. */
export const nobody = ''

/** The same for all members without a key. Where storage is refused or full, the value lasts as long as the page. */
export function browserValue(name: string, memberKey?: string): BrowserValue {
  const key = memberKey === undefined ? name : `${name}:${memberKey}`
  const read = () => unstored.get(key) ?? fromStorage(key)
  return {
    read,
    write(value) {
      if (value === read()) return
      unstored.delete(key)
      try {
        if (value === null) localStorage.removeItem(key)
        else localStorage.setItem(key, value)
      } catch {
        if (value !== null) unstored.set(key, value)
      }
      writes.dispatchEvent(new Event('write'))
    },
    subscribe(listener) {
      writes.addEventListener('write', listener)
      window.addEventListener('storage', listener)
      return () => {
        writes.removeEventListener('write', listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

export function clearBrowserState() {
  unstored.clear()
  try {
    localStorage.clear()
  } catch {
    // Nothing was stored.
  }
  writes.dispatchEvent(new Event('write'))
}

const unstored = new Map<string, string>()
const writes = new EventTarget()

function fromStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const maxAge = 365 * 24 * 60 * 60

/** For what pages of the server have to know of this browser. Null removes it. */
export function setBrowserCookie(name: string, value: string | null) {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${value === null ? 0 : maxAge}; SameSite=Lax${secure}`
}
