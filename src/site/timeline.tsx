import type { ReactNode } from 'react'

type Day<T> = { date: string; entries: T[] }

/** Groups consecutive entries of one date; keeps the order. */
export function groupByDate<T>(
  entries: T[],
  timeOf: (entry: T) => string,
  formatDate: (time: string) => string,
): Day<T>[] {
  const days: Day<T>[] = []
  for (const entry of entries) {
    const date = formatDate(timeOf(entry))
    const last = days.at(-1)
    if (last?.date === date) last.entries.push(entry)
    else days.push({ date, entries: [entry] })
  }
  return days
}

export const TimelineDay = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-y-2 pb-8.5 last:pb-0">
    <div className="text-sm font-bold text-muted">{label}</div>
    {children}
  </div>
)
