import { type ReactNode, useId } from 'react'
import { Switch } from './switch.tsx'

type SavedSwitchProps = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** The last change was not saved. */
  hasFailed: boolean
  /** What follows from its state; the failure takes its place. */
  status: ReactNode
  children: ReactNode
}

/** A setting that applies at once. */
export function SavedSwitch({ isOn, onChange, hasFailed, status, children }: SavedSwitchProps) {
  const id = useId()
  return (
    <div className="w-full">
      <Switch
        checked={isOn}
        aria-describedby={id}
        onChange={event => onChange(event.target.checked)}
      >
        {children}
      </Switch>
      <p id={id} role="status" className="text-sm text-muted empty:hidden">
        {hasFailed ? 'That did not work. Check your connection and try again.' : status}
      </p>
    </div>
  )
}
