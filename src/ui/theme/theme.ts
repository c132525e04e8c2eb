import { createStore } from '../create-store.ts'

export type Theme = 'system' | 'light' | 'dark'

/** Null until hydration: the components rendered on the server do not know the cookie. */
export const currentTheme = createStore<Theme | null>(() => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}, null)

/** Attributes of the `meta` elements that color what the browser has around the page. Of several pairs in a document the first counts. */
export const themeColors = (
  light: string,
  dark: string,
  theme: Theme | null,
): { content: string; media?: string }[] =>
  theme === 'light' || theme === 'dark'
    ? [{ content: theme === 'light' ? light : dark }]
    : [
        { content: light, media: '(prefers-color-scheme: light)' },
        { content: dark, media: '(prefers-color-scheme: dark)' },
      ]
