import { useLayoutEffect, useRef } from 'react'

/** Debounces a commit: the last value is committed after its delay in milliseconds, or on unmount. */
export function useDebouncedCommit<T>(commit: (value: T) => void): (value: T, delay: number) => void {
  const latest = useRef(commit)
  latest.current = commit
  const pending = useRef<{ readonly value: T } | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = () => {
    clearTimeout(timer.current)
    const last = pending.current
    pending.current = undefined
    if (last) latest.current(last.value)
  }
  const flushLast = useRef(flush)
  flushLast.current = flush
  // A layout effect runs before the element is removed and blurred; later events belong to another action.
  useLayoutEffect(() => () => flushLast.current(), [])
  return (value, delay) => {
    pending.current = { value }
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, delay)
  }
}
