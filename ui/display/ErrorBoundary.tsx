import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Returns the replacement of crashed content; `retry` renders the content again. */
  readonly fallback: (error: Error, retry: () => void) => ReactNode
  /** A change of this value renders the content again. */
  readonly resetKey?: unknown
  /** Called after each crash, with the component stack if there is one. */
  readonly onCrash?: ((error: Error, stack: string | null) => void) | undefined
}

interface State {
  readonly error: Error | null
  readonly resetKey: unknown
}

/** Confines a crash to one part of the page. */
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
