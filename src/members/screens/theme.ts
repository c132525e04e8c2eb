export type Theme = 'system' | 'light' | 'dark'

const year = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()

/** The look that this browser was told to have. Its cookie is read by app/pages.ts, so that the next page is right from its first paint. */
export const themeChoice = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current(): Theme {
    const { theme } = document.documentElement.dataset
    return theme === 'light' || theme === 'dark' ? theme : 'system'
  },
  choose(theme: Theme) {
    const isKept = theme !== 'system'
    const secure = window.location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `theme=${isKept ? theme : ''}; Path=/; Max-Age=${isKept ? year : 0}; SameSite=Lax${secure}`
    if (isKept) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
    for (const listener of listeners) listener()
  },
}
