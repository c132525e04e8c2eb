import { createStore, type Store } from '../../ui/create-store.ts'

/** Stands in place of a member's key for somebody without an account. */
export const nobody = ''

/** Null removes it. Other tabs are told as well. */
export type BrowserValue = Store<string | null> & { write(value: string | null): void }

/**
 * What this browser keeps for a member, as text. It outlives a rename, and other members do not see it; without a key it
 * is the same for all. Where storage is refused or full, the value lasts as long as the page.
 */
export function browserValue(
  name: string,
  memberKey?: string,
  storage = () => localStorage,
): BrowserValue {
  const key = memberKey === undefined ? name : `${name}:${memberKey}`
  const read = () => unstored.get(key) ?? fromStorage(key, storage)
  return {
    ...writes,
    read,
    serverValue: null,
    write(value) {
      if (value === read()) return
      unstored.delete(key)
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, value)
      } catch {
        if (value !== null) unstored.set(key, value)
      }
      writes.notify()
    },
  }
}

/** The same for this tab alone, until it is closed. */
export const tabValue = (name: string, memberKey: string) =>
  browserValue(name, memberKey, () => sessionStorage)

export function clearBrowserState() {
  unstored.clear()
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Nothing was stored.
  }
  writes.notify()
}

const unstored = new Map<string, string>()
/** Tells of writes to all values: there may be several of one key. */
const writes = createStore(() => null, null, ['storage'])

function fromStorage(key: string, storage: () => Storage): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

const maxAge = 365 * 24 * 60 * 60

/** Tells the server what its pages have to know of this browser. Null removes it. */
export function setBrowserCookie(name: string, value: string | null) {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${value === null ? 0 : maxAge}; SameSite=Lax${secure}`
}
