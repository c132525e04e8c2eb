import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Select } from './select.tsx'

type TabsProps = {
  /** Names the row of tabs. */
  label: string
  value: string
  onValueChange: (value: string) => void
  /** What phones get; `tabs` only for two short words. */
  phone?: 'select' | 'tabs'
  items: { value: string; label: string; content: ReactNode }[]
}

/** Tabs; a select under 768 px. The caller keeps `value`, for instance in the address's hash. */
export function Tabs({ label, value, onValueChange, phone = 'select', items }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className="grid grid-cols-1 gap-6">
      {phone === 'select' && (
        <Select
          label={label}
          hideLabel
          value={value}
          onChange={event => onValueChange(event.target.value)}
          options={items}
          className="md:hidden"
        />
      )}
      <Radix.List
        aria-label={label}
        className={classes(
          'gap-6 border-b border-line',
          phone === 'select' ? 'hidden md:flex' : 'flex',
        )}
      >
        {items.map(item => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className="-mb-px border-b-3 border-transparent px-0.5 py-3 font-display font-bold text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map(item => (
        <Radix.Content key={item.value} value={item.value}>
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
