import { createContext, useContext } from 'react'

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
