import { RotateCw } from 'lucide'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { useSite } from '../../ui/site.tsx'

type ErrorBoundaryProps = {
  onError?: () => void
  /** In place of the error page. */
  fallback?: ReactNode
  children: ReactNode
}

/** Shows an error page instead of a screen that threw or could not be downloaded, until the next navigation. */
export function ErrorBoundary(props: ErrorBoundaryProps) {
  const [pathname] = useLocation()
  return <Boundary pathname={pathname} {...props} />
}

type Props = ErrorBoundaryProps & { pathname: string }
type State = { pathname: string; caught: { error: unknown } | null }

class Boundary extends Component<Props, State> {
  override state: State = { pathname: this.props.pathname, caught: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ pathname }: Props, state: State): State | null {
    return pathname === state.pathname ? null : { pathname, caught: null }
  }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override render() {
    const { caught } = this.state
    const { fallback, children } = this.props
    return caught ? (fallback ?? <ErrorScreen error={caught.error} />) : children
  }
}

function ErrorScreen({ error }: { error: unknown }) {
  const { brand } = useSite()
  const title = isImportError(error)
    ? 'This page could not be loaded'
    : 'Something went wrong on this page'
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
        {isImportError(error)
          ? `Either the connection was lost, or there is a new version of ${brand}. Reload the page to go on.`
          : 'It is our mistake, not yours. Reload the page to go on; what you had saved is still there.'}
      </MessagePage>
    </div>
  )
}

/** By the messages of Chromium, Firefox and Safari: a module is missing, for example because a new version was deployed. */
const isImportError = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
