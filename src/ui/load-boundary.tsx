import { Component, type ReactNode, Suspense } from 'react'
import { DownloadError, reloadIfServerAnswers } from './load-later.ts'

type Props = {
  children: ReactNode
  loading?: ReactNode
  /** In place of the children when it could not be downloaded. `retry` asks for it again. */
  failed: (retry: () => void) => ReactNode
}
type State = { caught: { error: unknown } | null }

/** Around components that are downloaded later. Other errors go on to the next boundary. */
export class LoadBoundary extends Component<Props, State> {
  override state: State = { caught: null }
  private failures = 0

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof DownloadError)) return
    error.forget()
    if (++this.failures > 1) void reloadIfServerAnswers()
  }

  override render() {
    const { caught } = this.state
    if (!caught) return <Suspense fallback={this.props.loading}>{this.props.children}</Suspense>
    if (!(caught.error instanceof DownloadError)) throw caught.error
    return this.props.failed(() => this.setState({ caught: null }))
  }
}
