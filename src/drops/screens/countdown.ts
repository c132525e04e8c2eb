const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The wait in words: "7 days", from 23 hours down "HH:MM:SS". Days count as begun, so that nobody comes too early. */
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
