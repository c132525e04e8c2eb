import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { LoadBoundary } from './load-boundary.tsx'
import { useSite } from './site.tsx'

type DialogLaterProps = {
  onClose: () => void
  /** Until it is there. */
  loading?: ReactNode
  children: ReactNode
}

/** Around an open dialog that is downloaded later: when it cannot be, the page stays as it is. */
export function DialogLater({ onClose, loading, children }: DialogLaterProps) {
  return (
    <LoadBoundary
      loading={loading}
      failed={retry => <LoadFailure onRetry={retry} onClose={onClose} />}
    >
      {children}
    </LoadBoundary>
  )
}

function LoadFailure({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const { brand } = useSite()
  return (
    <div
      role="alert"
      className="dark-block fixed inset-x-0 bottom-0 z-50 flex animate-slide-up flex-wrap items-center justify-center gap-3 border-t border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))] text-ink shadow-float"
    >
      <p>
        This could not be loaded. Either the connection was lost, or there is a new version of{' '}
        {brand}: then reload the page.
      </p>
      <span className="flex flex-wrap gap-2">
        <Button variant="quiet" size="sm" onClick={onClose}>
          Close
        </Button>
        <Button variant="secondary" size="sm" onClick={() => window.location.reload()}>
          Reload
        </Button>
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </span>
    </div>
  )
}
