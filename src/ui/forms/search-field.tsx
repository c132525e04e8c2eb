import { Search } from 'lucide'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { TextField, type TextFieldProps } from './field.tsx'

/** A search box with its label as the placeholder. Spread `useSearchField().field` into it. */
export function SearchField({ label, ...input }: TextFieldProps) {
  return (
    <TextField
      label={label}
      hideLabel
      placeholder={label}
      type="search"
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      icon={<Icon icon={Search} size={18} />}
      {...input}
    />
  )
}

/** Keeps what is typed as `text`, trimmed and debounced; it becomes empty at once. */
export function useSearchField(text: string, keep: (text: string) => void) {
  const [value, setValue] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  // What was typed before hydration.
  useLayoutEffect(() => {
    if (input.current) setValue(input.current.value)
  }, [])
  const debounced = useDebounced(value.trim())
  const wanted = value.trim() === '' ? '' : debounced
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is kept
  useEffect(() => {
    if (wanted !== text) keep(wanted)
  }, [wanted])
  return {
    text: wanted,
    clear() {
      setValue('')
      input.current?.focus()
    },
    field: {
      ref: input,
      value,
      onChange: (event: { target: { value: string } }) => setValue(event.target.value),
    },
  }
}

/** The value as it was when it last stayed the same for this long. */
export function useDebounced(value: string, milliseconds = 300): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}
