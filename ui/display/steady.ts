import { useCallback, useRef } from 'react'

/** The same list as long as its entries are the same ones. */
export function useSteadyList<T>(list: readonly T[]): readonly T[] {
  const kept = useRef(list)
  const { current } = kept
  if (list.length !== current.length || list.some((each, at) => each !== current[at])) kept.current = list
  return kept.current
}

/** The same function at each draw, which does what the one of the last draw does. */
export function useSteadyAct<A extends readonly unknown[]>(act: (...of: A) => void): (...of: A) => void {
  const latest = useRef(act)
  latest.current = act
  return useCallback((...of: A) => latest.current(...of), [])
}
