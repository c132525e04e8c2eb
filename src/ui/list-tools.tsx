import type { ReactNode } from 'react'

type ListToolsProps = {
  search: ReactNode
  /** How much was found; said aloud when it changes. */
  status: ReactNode
  /** Sorts and filters, beside the search box; under it on phones. */
  children: ReactNode
}

/** What stands above a list that can be searched and sorted. */
export function ListTools({ search, status, children }: ListToolsProps) {
  return (
    <search className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,1fr)_auto]">
        {search}
        <div className="flex flex-wrap items-center gap-3">{children}</div>
      </div>
      <p role="status" className="min-h-5 text-sm leading-5 text-muted tabular-nums">
        {status}
      </p>
    </search>
  )
}
