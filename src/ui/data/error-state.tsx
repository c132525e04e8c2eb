import { RotateCw } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { createStore, useStore } from '../create-store.ts'
import { Icon } from '../icon.tsx'

type ErrorStateProps = {
  title: string
  children?: ReactNode
  query?: { isFetching: boolean; refetch: () => unknown }
  action?: ReactNode
}

const online = createStore(() => navigator.onLine, true, ['online', 'offline'])
export const useIsOnline = () => useStore(online)

export function ErrorState({ title, children, query, action }: ErrorStateProps) {
  const isOnline = useIsOnline()
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-4 rounded-card border border-danger bg-danger-soft p-6"
    >
      <div className="grid gap-1">
        <p className="text-heading font-bold">{title}</p>
        {children && <p className="text-ink">{children}</p>}
        {query && !isOnline && (
          <p className="text-ink">You are offline. This loads when your connection is back.</p>
        )}
      </div>
      {(query || action) && (
        <div className="flex flex-wrap gap-3">
          {query && (
            <Button
              variant="secondary"
              icon={<Icon icon={RotateCw} size={18} />}
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
