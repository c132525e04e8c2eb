import { useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

/** What stands in a search box, and what is searched for: the same 300 ms later, or at once when cleared. */
export function useSearch() {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const settled = useDebounced(typed.trim(), 300)
  return {
    search: typed.trim() === '' ? '' : settled,
    clear() {
      setTyped('')
      input.current?.focus()
    },
    field: {
      ref: input,
      value: typed,
      onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
    },
  }
}
