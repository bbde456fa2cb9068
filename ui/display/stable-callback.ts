import { useCallback, useRef } from 'react'

/** Returns the same array as long as its entries are the same. */
export function useStableList<T>(list: readonly T[]): readonly T[] {
  const stored = useRef(list)
  const { current } = stored
  if (list.length !== current.length || list.some((each, at) => each !== current[at])) stored.current = list
  return stored.current
}

/** Returns a stable function that calls the latest one. */
export function useStableCallback<A extends readonly unknown[]>(act: (...of: A) => void): (...of: A) => void {
  const latest = useRef(act)
  latest.current = act
  return useCallback((...of: A) => latest.current(...of), [])
}
