import RotateCw from 'lucide-react/icons/rotate-cw'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../ui/button.tsx'
import { MessagePage } from '../ui/message-page.tsx'
import { useSite } from '../ui/site.tsx'

/** Stands in for a screen that broke or could not be downloaded, until one goes to another address. */
export function ScreenBoundary(props: { onBroken?: () => void; children: ReactNode }) {
  const [pathname] = useLocation()
  return <Boundary pathname={pathname} {...props} />
}

type Props = { pathname: string; onBroken?: () => void; children: ReactNode }
type State = { pathname: string; broken: { error: unknown } | null }

class Boundary extends Component<Props, State> {
  override state: State = { pathname: this.props.pathname, broken: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps({ pathname }: Props, state: State): State | null {
    return pathname === state.pathname ? null : { pathname, broken: null }
  }

  override componentDidCatch() {
    this.props.onBroken?.()
  }

  override render() {
    const { broken } = this.state
    return broken ? <BrokenScreen error={broken.error} /> : this.props.children
  }
}

function BrokenScreen({ error }: { error: unknown }) {
  const { brand } = useSite()
  const title = isMissingCode(error)
    ? 'This page could not be loaded'
    : 'Something went wrong on this page'
  return (
    <div role="alert">
      <title>{`${title} - ${brand}`}</title>
      <MessagePage
        title={title}
        action={
          <Button
            icon={<RotateCw size={18} aria-hidden="true" />}
            onClick={() => window.location.reload()}
          >
            Reload
          </Button>
        }
      >
        {isMissingCode(error)
          ? `Either the connection was lost, or there is a new version of ${brand}. Reload the page to go on.`
          : 'It is our mistake, not yours. Reload the page to go on; what you had saved is still there.'}
      </MessagePage>
    </div>
  )
}

/** What Chromium, Firefox and Safari say when a part of the page cannot be fetched, as when a new version has replaced it. */
const isMissingCode = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
