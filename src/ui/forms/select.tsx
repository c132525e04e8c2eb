import { ChevronDown } from 'lucide'
import { type ComponentProps, useId } from 'react'
import { Icon } from '../icon.tsx'

type SelectProps = ComponentProps<'select'> & {
  label: string
  options: { value: string; label: string }[]
}

export function Select({ label, options, className, ...select }: SelectProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          className="min-h-11 w-full appearance-none rounded-control border border-line-strong bg-surface pr-10 pl-3 text-base text-ink transition-colors hover:border-ink"
        >
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          icon={ChevronDown}
          size={18}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </div>
    </div>
  )
}
