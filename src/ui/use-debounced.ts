import { useEffect, useState } from 'react'

const debounceMs = 300

/** The value as it was when it last stayed the same for 300 ms. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
