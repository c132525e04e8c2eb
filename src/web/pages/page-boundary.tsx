import { RotateCw } from 'lucide'
import { type ReactNode, useEffect } from 'react'
import { ErrorBoundary } from '../../site/error-boundary.tsx'
import { MessagePage } from '../../site/message-page.tsx'
import { useSite } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { useIsOnline } from '../../ui/data/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DownloadError } from '../../ui/routing/lazy.ts'
import { useVisit } from '../../ui/routing/router.tsx'

/** Shows an error page instead of a screen that threw or could not be downloaded, until the next navigation, also to the same page. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary resetKey={useVisit()} failed={error => <ErrorScreen error={error} />}>
    {children}
  </ErrorBoundary>
)

const reload = () => window.location.reload()

function ErrorScreen({ error }: { error: unknown }) {
  const { brand } = useSite()
  const isOnline = useIsOnline()
  const isDownload = error instanceof DownloadError
  useEffect(() => {
    if (!isDownload) return
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isDownload])
  const title = isDownload ? 'This page could not be loaded' : 'Something went wrong on this page'
  const explanation = !isDownload
    ? 'It is our mistake, not yours. Reload the page to go on; what you had saved is still there.'
    : isOnline
      ? `Either the connection was lost, or there is a new version of ${brand}. Reload the page to go on.`
      : 'You are offline. This loads when your connection is back.'
  return (
    <div role="alert">
      <title>{`${title} - ${brand}`}</title>
      <MessagePage
        title={title}
        action={
          <Button icon={<Icon icon={RotateCw} size={18} />} onClick={reload}>
            Reload
          </Button>
        }
      >
        {explanation}
      </MessagePage>
    </div>
  )
}
