import type { ReactNode } from 'react'
import { lazyComponent } from '#ui/base/lazy-component.tsx'
import type { CodeMirrorProps } from './CodeMirror.tsx'

interface Props extends CodeMirrorProps {
  /** The plain text field until the editor has loaded, and while its code cannot be loaded. */
  readonly fallback: ReactNode
}

/** The editor, whose code loads with the first one. */
export const LazyCodeMirror = lazyComponent<Props>(
  async () => (await import('./CodeMirror.tsx')).CodeMirror,
  ({ fallback }) => fallback,
)
