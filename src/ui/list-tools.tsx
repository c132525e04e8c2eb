import type { ReactNode } from 'react'

type ListToolsProps = {
  search: ReactNode
  /** The number of results; announced when it changes. */
  status: ReactNode
  /** Sorting and filters, beside the search box; below it on phones. */
  children: ReactNode
}

/** Search, filters and sorting above a list. */
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
