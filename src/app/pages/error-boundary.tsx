import { RotateCw } from 'lucide'
import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DownloadError } from '../../ui/load-later.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { useAddress } from '../../ui/router.tsx'
import { useSite } from '../../ui/site.tsx'

/** Shows an error page instead of a screen that threw or could not be downloaded, until the next navigation. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useAddress()
  return <Boundary pathname={pathname}>{children}</Boundary>
}

type Props = { pathname: string; children: ReactNode }
type State = { pathname: string; caught: { error: unknown } | null }

class Boundary extends Component<Props, State> {
  override state: State = { pathname: this.props.pathname, caught: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ pathname }: Props, state: State): State | null {
    return pathname === state.pathname ? null : { pathname, caught: null }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof DownloadError) error.forget()
  }

  override render() {
    const { caught } = this.state
    return caught ? <ErrorScreen error={caught.error} /> : this.props.children
  }
}

function ErrorScreen({ error }: { error: unknown }) {
  const { brand } = useSite()
  const isDownload = error instanceof DownloadError
  const title = isDownload ? 'This page could not be loaded' : 'Something went wrong on this page'
  return (
    <div role="alert">
      <title>{`${title} - ${brand}`}</title>
      <MessagePage
        title={title}
        action={
          <Button
            icon={<Icon shape={RotateCw} size={18} />}
            onClick={() => window.location.reload()}
          >
            Reload
          </Button>
        }
      >
        {isDownload
          ? `Either the connection was lost, or there is a new version of ${brand}. Reload the page to go on.`
          : 'It is our mistake, not yours. Reload the page to go on; what you had saved is still there.'}
      </MessagePage>
    </div>
  )
}
