import { type IconNode, Monitor, Moon, Sun } from 'lucide'
import { useStore } from '../../../ui/create-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { currentTheme, type Theme } from '../../../ui/theme.ts'
import { setBrowserCookie } from '../browser-state.ts'

const options: { value: Theme; label: string; shape: IconNode }[] = [
  { value: 'system', label: 'System', shape: Monitor },
  { value: 'light', label: 'Light', shape: Sun },
  { value: 'dark', label: 'Dark', shape: Moon },
]

/** Applies at once; stored in this browser, not in the account. */
export function ThemeSetting() {
  const theme = useStore(currentTheme)
  return (
    <fieldset className="grid grid-cols-1 gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">Theme</legend>
      <div className="grid grid-cols-3 gap-1 rounded-control border border-line-strong bg-surface p-1 sm:justify-self-start">
        {options.map(({ value, label, shape }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md px-2 text-sm font-semibold transition-colors hover:bg-sunken has-checked:bg-ink has-checked:text-canvas has-checked:forced-color-adjust-none forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:px-5"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => setTheme(value)}
              className="sr-only"
            />
            <Icon shape={shape} size={18} />
            {label}
          </label>
        ))}
      </div>
      <p className="text-sm text-muted">Kept in this browser. System follows your device.</p>
    </fieldset>
  )
}

/** The server reads the cookie (app/pages/pages.routes.ts), so that the next page has the theme from its first paint. */
function setTheme(theme: Theme) {
  const isSet = theme !== 'system'
  setBrowserCookie('theme', isSet ? theme : null)
  if (isSet) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  currentTheme.notify()
}
