import type { ReactNode } from 'react'
import { formatDate } from '../../ui/format.ts'

type TimelineDay<T> = { day: string; entries: T[] }

/** Entries under the day they were made on, in the order given. */
export function byDay<T>(entries: T[], timeOf: (entry: T) => string): TimelineDay<T>[] {
  const days: TimelineDay<T>[] = []
  for (const entry of entries) {
    const day = formatDate(timeOf(entry))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

/** One day of a timeline: the date beside its line on wide screens, above its cards on phones. */
export function DayOnTimeline({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="group relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 gap-y-2 pb-7 last:pb-0 sm:grid-cols-[7.5rem_1.25rem_minmax(0,1fr)] sm:gap-x-4">
      {/* Line and blip. The line goes on through the space below, to the next day's blip. */}
      <div className="relative row-span-2 sm:order-2 sm:row-span-1" aria-hidden="true">
        <div className="absolute top-1.5 -bottom-7 sm:top-6.5 sm:-bottom-14 left-1/2 w-0.5 -translate-x-1/2 bg-line group-last:bottom-0 sm:group-last:bottom-0" />
        <div className="absolute top-1.5 left-1/2 size-3.5 sm:top-6.5 -translate-x-1/2 rounded-full border-3 border-canvas bg-ink ring-2 ring-line" />
      </div>
      <div className="font-display font-bold sm:sticky sm:top-0 sm:order-1 sm:self-start sm:pt-5 sm:text-right">
        {label}
      </div>
      <div className="min-w-0 sm:order-3">{children}</div>
    </div>
  )
}
