import { type ReactNode, Suspense } from 'react'
import { Button } from '../ui/button.tsx'
import { LoadingBar } from '../ui/data/loading.tsx'
import { DownloadError, reloadIfServerAnswers } from '../ui/routing/lazy.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { useSite } from './site.tsx'

type LazyBoundaryProps = {
  children: ReactNode
  loading?: ReactNode
  onClose?: () => void
  /** Rendered when the children could not be downloaded; by default a bar over the page, which stays as it is. */
  failed?: ReactNode
}

/** Goes around components of `lazyComponent`. */
export const LazyBoundary = ({
  children,
  loading = <LoadingBar />,
  onClose,
  failed = <LoadFailure onClose={onClose} />,
}: LazyBoundaryProps) => (
  <ErrorBoundary
    failed={error => {
      if (!(error instanceof DownloadError)) throw error
      return failed
    }}
  >
    <Suspense fallback={loading}>{children}</Suspense>
  </ErrorBoundary>
)

function LoadFailure({ onClose }: { onClose: (() => void) | undefined }) {
  const { brand } = useSite()
  return (
    <div
      role="alert"
      className="dark-block fixed inset-x-0 bottom-0 z-50 flex animate-slide-up flex-wrap items-center justify-center gap-3 border-t border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))] text-ink shadow-float"
    >
      <p>
        This could not be loaded. Either the connection was lost, or there is a new version of{' '}
        {brand}. Trying again reloads the page.
      </p>
      <span className="flex flex-wrap gap-2">
        <Button variant="quiet" size="sm" onClick={onClose}>
          Close
        </Button>
        <Button size="sm" onClick={reloadIfServerAnswers}>
          Try again
        </Button>
      </span>
    </div>
  )
}
