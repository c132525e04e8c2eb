import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { formatDate } from '../../ui/format.ts'

type Day<T> = { date: string; entries: T[] }

/** Groups consecutive entries of one date; keeps the order. */
export function groupByDate<T>(entries: T[], timeOf: (entry: T) => string): Day<T>[] {
  const days: Day<T>[] = []
  for (const entry of entries) {
    const date = formatDate(timeOf(entry))
    const last = days.at(-1)
    if (last?.date === date) last.entries.push(entry)
    else days.push({ date, entries: [entry] })
  }
  return days
}

export function TimelineDay({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div
      className={classes(
        'group relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 gap-y-2 sm:grid-cols-[7.5rem_1.25rem_minmax(0,1fr)] sm:gap-x-4',
        // Days far outside the viewport are not laid out. The padding is for focus rings, which would be clipped.
        '-m-1.5 p-1.5 pb-7 last:pb-1.5 [contain-intrinsic-size:auto_12rem] [content-visibility:auto]',
      )}
    >
      {/* The line continues through the space below, to the next day, whose line leads to its dot. */}
      <div className="relative row-span-2 sm:order-2 sm:row-span-1" aria-hidden="true">
        <div className="absolute top-1.5 -bottom-7 sm:top-0 sm:group-first:top-6.5 left-1/2 w-0.5 -translate-x-1/2 bg-line group-last:bottom-0" />
        <div className="absolute top-1.5 left-1/2 size-3.5 sm:top-6.5 -translate-x-1/2 rounded-full border-3 border-canvas bg-ink ring-2 ring-line" />
      </div>
      <div className="font-display font-bold sm:sticky sm:top-0 sm:order-1 sm:self-start sm:pt-5 sm:text-right">
        {label}
      </div>
      <div className="min-w-0 sm:order-3">{children}</div>
    </div>
  )
}
