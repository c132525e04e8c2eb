import { setBrowserCookie } from '../../members/screens/browser-state.ts'
import { useStore } from '../../ui/create-store.ts'
import { RadioList } from '../../ui/forms/radio-list.tsx'
import { currentTheme, type Theme } from '../../ui/theme/theme.ts'

const options: { value: Theme; label: string; hint?: string }[] = [
  { value: 'system', label: 'System', hint: 'Follows your device.' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Applies at once; stored in this browser, not in the account. */
export function ThemeSetting() {
  const theme = useStore(currentTheme)
  return (
    <RadioList
      legend="In this browser"
      name="theme"
      options={options}
      value={theme}
      onChange={setTheme}
    />
  )
}

/** The server reads the cookie (web/pages/pages.routes.ts), so that the next page has the theme from its first paint. */
function setTheme(theme: Theme) {
  const isSet = theme !== 'system'
  setBrowserCookie('theme', isSet ? theme : null)
  if (isSet) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  currentTheme.notify()
}
