import { createContext, type ReactElement, useContext } from 'react'

/** Why nothing can be saved on the page; undefined if users can save. */
export const ReadOnlyContext = createContext<string | undefined>(undefined)

interface WriteControl {
  readonly isWrite?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly tooltip?: string | null | undefined
}

/** Returns the properties of a control, disabled with the reason if it saves something and the page is read-only. */
export function useWritable<P extends WriteControl>(props: P): P {
  const reason = useContext(ReadOnlyContext)
  return props.isWrite && reason !== undefined ? { ...props, isDisabled: true, tooltip: reason } : props
}

/** Whether a trigger saves something and the page is read-only: what it opens must stay closed. */
export function useIsBlocked(trigger: ReactElement | undefined): boolean {
  const isReadOnly = useContext(ReadOnlyContext) !== undefined
  return isReadOnly && (trigger?.props as WriteControl | undefined)?.isWrite === true
}
