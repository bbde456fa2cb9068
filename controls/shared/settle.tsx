import { useLayoutEffect, useRef } from 'react'

/** Commits the last of several values once none has followed for its delay (milliseconds), and when the field goes away. */
export function useSettled<T>(commit: (value: T) => void): (value: T, delay: number) => void {
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
  // While the field still stands: it loses the focus when it is taken away, and what comes later is another gesture.
  useLayoutEffect(() => () => flushLast.current(), [])
  return (value, delay) => {
    pending.current = { value }
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, delay)
  }
}
