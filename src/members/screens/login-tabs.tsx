import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from '../../ui/classes.ts'

type LoginTabsProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  items: { value: Value; label: string; content: ReactNode }[]
}

/** As ui/tabs.tsx, without the nine kilobytes: the login page is a first page. */
export function LoginTabs<Value extends string>({
  label,
  value,
  onValueChange,
  items,
}: LoginTabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function moveWithKeys(event: KeyboardEvent) {
    const now = items.findIndex(item => item.value === value)
    const last = items.length - 1
    const to = {
      ArrowRight: now === last ? 0 : now + 1,
      ArrowLeft: now === 0 ? last : now - 1,
      Home: 0,
      End: last,
    }[event.key]
    const item = to === undefined ? undefined : items[to]
    if (to === undefined || !item) return
    event.preventDefault()
    onValueChange(item.value)
    list.current?.querySelectorAll('button')[to]?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={moveWithKeys}
        className="flex gap-6 border-b border-line"
      >
        {items.map(item => {
          const active = item.value === value
          return (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-${item.value}-tab`}
              aria-selected={active}
              aria-controls={`${id}-${item.value}`}
              tabIndex={active ? 0 : -1}
              onClick={() => onValueChange(item.value)}
              className={classes(
                '-mb-px border-b-3 px-0.5 py-3 font-display font-bold transition-colors hover:text-ink',
                active ? 'border-accent text-ink' : 'border-transparent text-muted',
              )}
            >
              {item.label}
            </button>
          )
        })}
      </div>
      {items.map(item => (
        <div
          key={item.value}
          role="tabpanel"
          id={`${id}-${item.value}`}
          aria-labelledby={`${id}-${item.value}-tab`}
          hidden={item.value !== value}
        >
          {item.value === value && item.content}
        </div>
      ))}
    </div>
  )
}
