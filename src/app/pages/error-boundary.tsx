import { RotateCw } from 'lucide'
import { Component, type ReactNode, useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { useIsOnline } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DownloadError } from '../../ui/load-later.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { useVisit } from '../../ui/router.tsx'
import { useSite } from '../../ui/site.tsx'

/** Shows an error page instead of a screen that threw or could not be downloaded, until the next navigation, also to the same page. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const visit = useVisit()
  return <Boundary visit={visit}>{children}</Boundary>
}

type Props = { visit: number; children: ReactNode }
type State = { visit: number; caught: { error: unknown } | null }

class Boundary extends Component<Props, State> {
  override state: State = { visit: this.props.visit, caught: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ visit }: Props, state: State): State | null {
    return visit === state.visit ? null : { visit, caught: null }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof DownloadError) error.forget()
  }

  override render() {
    const { caught } = this.state
    return caught ? <ErrorScreen error={caught.error} /> : this.props.children
  }
}

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
          <Button icon={<Icon shape={RotateCw} size={18} />} onClick={reload}>
            Reload
          </Button>
        }
      >
        {explanation}
      </MessagePage>
    </div>
  )
}
