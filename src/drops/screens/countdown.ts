import { useEffect, useState } from 'react'
import { useSite } from '../../site/site.tsx'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The remaining time: "7 days", from 23 hours down "HH:MM:SS". Rounded up, so that it does not end before the drop is possible. */
export function countdown(ms: number): string {
  if (ms > 23 * hourMs) {
    const days = Math.ceil(ms / dayMs)
    return days === 1 ? '1 day' : `${days} days`
  }
  const seconds = Math.ceil(Math.max(0, ms) / 1000)
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map(part => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

/** The current time in milliseconds, updated at an interval; until hydration the time of the server's rendering. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(useSite().now)
  useEffect(() => {
    const update = () => setNow(Date.now())
    update()
    const timer = setInterval(update, intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
