import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from '../classes.ts'
import { CarryTypedText, type TypedText } from '../forms/carry-typed-text.tsx'
import { Select } from '../forms/select.tsx'

type TabsProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  /** What phones show; `tabs` only fits two short labels. */
  phone?: 'select' | 'tabs'
  items: { value: Value; label: string; content: ReactNode }[]
}

/** A select below 768 px. Not Radix's, which would add 9 kB to public pages. */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  phone = 'select',
  items,
}: TabsProps<Value>) {
  const id = useId()
  const typed: TypedText = useRef([])
  const selected = items.find(item => item.value === value)
  return (
    <div className="grid grid-cols-1 gap-6">
      {phone === 'select' && (
        <Select
          label={label}
          value={value}
          onChange={event => onValueChange(event.target.value as Value)}
          options={items}
          className="md:hidden"
        />
      )}
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={moveFocus}
        className={classes(
          'gap-6 border-b border-line',
          phone === 'select' ? 'hidden md:flex' : 'flex',
        )}
      >
        {items.map(item => (
          <button
            key={item.value}
            type="button"
            role="tab"
            aria-selected={item.value === value}
            aria-controls={item.value === value ? `${id}-panel` : undefined}
            tabIndex={item.value === value ? 0 : -1}
            onClick={() => onValueChange(item.value)}
            onFocus={() => item.value !== value && onValueChange(item.value)}
            className={classes(
              '-mb-px border-b-3 px-0.5 py-3 font-bold transition-colors',
              item.value === value
                ? 'border-ink text-ink forced-colors:border-[Highlight]'
                : 'border-transparent text-muted hover:text-ink forced-colors:border-[Canvas]',
            )}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div key={value} role="tabpanel" id={`${id}-panel`} aria-label={selected?.label}>
        <CarryTypedText panelId={`${id}-panel`} typed={typed} />
        {selected?.content}
      </div>
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined || at < 0) return
  event.preventDefault()
  tabs.at(next % tabs.length)?.focus()
}
