import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** What stands in the place of a part that crashed; `retry` draws the part again. */
  readonly fallback: (error: Error, retry: () => void) => ReactNode
  /** A change of this value draws the part again. */
  readonly resetKey?: unknown
  /** Told of each crash, with the stack trace when there is one. */
  readonly onCrash?: ((error: Error, stack: string | null) => void) | undefined
}

interface State {
  readonly error: Error | null
  readonly resetKey: unknown
}

/** Keeps the crash of one part from taking the page with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): State | null {
    return Object.is(resetKey, state.resetKey) ? null : { error: null, resetKey }
  }

  override componentDidCatch(error: unknown, info: { readonly componentStack?: string | null }): void {
    const crash = error instanceof Error ? error : new Error(String(error))
    this.props.onCrash?.(crash, crash.stack ?? info.componentStack ?? null)
  }

  override render(): ReactNode {
    const { error } = this.state
    return error ? this.props.fallback(error, () => this.setState({ error: null })) : this.props.children
  }
}
