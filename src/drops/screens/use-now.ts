import { useEffect, useState } from 'react'
import { useSite } from '../../ui/site.tsx'

/** The time in milliseconds: first the server's of this rendering, then the clock's, read again every so often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(useSite().now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
