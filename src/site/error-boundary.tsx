import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Rendered in place of the children when they threw. What it throws goes on to the next boundary. */
  failed: (error: unknown) => ReactNode
  /** Another key renders the children again. */
  resetKey?: unknown
}
type State = { resetKey: unknown; caught: { error: unknown } | null }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey, caught: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, caught: null }
  }

  override render() {
    const { caught } = this.state
    return caught ? this.props.failed(caught.error) : this.props.children
  }
}
