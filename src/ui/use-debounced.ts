import { useEffect, useState } from 'react'

/** The value as it was when it last stayed the same for this long. */
export function useDebounced(value: string, milliseconds = 300): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}
