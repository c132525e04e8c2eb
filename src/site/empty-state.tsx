import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Logo } from './logo.tsx'

type EmptyStateProps = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The short form, above what there is instead. */
  isCompact?: boolean
}

export function EmptyState({ title, children, action, isCompact = false }: EmptyStateProps) {
  if (isCompact)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="font-bold">{title}</p>
        {action}
      </div>
    )
  return (
    <div className="grid justify-items-center gap-4 rounded-card border border-dashed border-line-strong px-6 py-12 text-center">
      <Logo outline className="size-14 text-muted" />
      <div className="grid gap-1">
        <p className="text-heading font-bold text-balance">{title}</p>
        {children && <p className="max-w-prose text-muted text-balance">{children}</p>}
      </div>
      {action}
    </div>
  )
}

export function NoResults({
  title = 'No results found',
  clearLabel = 'Clear search',
  onClear,
}: {
  title?: string
  clearLabel?: string
  onClear: () => void
}) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="secondary" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    />
  )
}
