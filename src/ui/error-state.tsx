import { RotateCw } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type ErrorStateProps = {
  title: string
  children?: ReactNode
  query?: { isFetching: boolean; refetch: () => unknown }
  action?: ReactNode
}

export function ErrorState({ title, children, query, action }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-4 rounded-card border border-danger bg-danger-soft p-6"
    >
      <div className="grid gap-1">
        <p className="text-heading font-bold">{title}</p>
        {children && <p className="text-ink">{children}</p>}
      </div>
      {(query || action) && (
        <div className="flex flex-wrap gap-3">
          {query && (
            <Button
              variant="secondary"
              icon={<Icon shape={RotateCw} size={18} />}
              pending={query.isFetching}
              onClick={() => void query.refetch()}
            >
              Try again
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}

/** An error of a form or control. Rendered while empty, too: a live region that is added together with its text is often not read. */
export function ErrorMessage({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-sm font-medium text-danger empty:hidden">
      {children}
    </p>
  )
}
