import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type ErrorStateProps = {
  /** What went wrong. */
  title: string
  /** What to do about it. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** A way out, beside or instead of retrying. */
  action?: ReactNode
}

/** Says what went wrong and what to do, where the content would have been. */
export function ErrorState({ title, children, onRetry, retrying, action }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-4 rounded-card border border-danger bg-danger-soft p-6"
    >
      <div className="grid gap-1">
        <p className="font-display text-heading font-bold">{title}</p>
        {children && <p className="text-ink">{children}</p>}
      </div>
      {(onRetry || action) && (
        <div className="flex flex-wrap gap-3">
          {onRetry && (
            <Button
              variant="secondary"
              icon={<RotateCw size={18} aria-hidden="true" />}
              pending={retrying ?? false}
              onClick={onRetry}
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
