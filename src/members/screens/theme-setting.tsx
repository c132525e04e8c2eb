import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useSyncExternalStore } from 'react'
import { type Theme, themeChoice } from './theme.ts'

const options: { value: Theme; label: string; Icon: typeof Sun }[] = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
]

/** Acts at once; kept by this browser, not by the account. */
export function ThemeSetting() {
  // The server does not tell the page what it wrote on it.
  const theme = useSyncExternalStore<Theme | null>(
    themeChoice.subscribe,
    themeChoice.current,
    () => null,
  )
  return (
    <fieldset className="grid grid-cols-1 gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">Theme</legend>
      <div className="grid grid-cols-3 gap-1 rounded-control border border-line-strong bg-surface p-1 sm:justify-self-start">
        {options.map(({ value, label, Icon }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md px-2 text-sm font-semibold transition-colors hover:bg-sunken has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:px-5"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => themeChoice.choose(value)}
              className="sr-only"
            />
            <Icon size={18} aria-hidden="true" />
            {label}
          </label>
        ))}
      </div>
      <p className="text-sm text-muted">Kept in this browser. System follows your device.</p>
    </fieldset>
  )
}
