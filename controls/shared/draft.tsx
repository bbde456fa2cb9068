import { useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface Draft {
  readonly text: string
  /** Changes what is seen at once and commits after the delay. */
  readonly change: (text: string) => void
  /** Commits now: on Enter, and when the field is left. */
  readonly flush: () => void
}

/**
 * Text being typed. It is committed `delay` milliseconds after the last key, when the field is left, and when the field
 * goes away; a value from outside replaces it.
 */
export function useDraft(value: string, commit: (text: string) => void, delay: number): Draft {
  const [text, setText] = useState(value)
  const pending = useRef<string | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(commit)
  latest.current = commit
  useEffect(() => {
    if (pending.current === undefined) setText(value)
  }, [value])
  const flush = () => {
    clearTimeout(timer.current)
    const last = pending.current
    pending.current = undefined
    if (last !== undefined) latest.current(last)
  }
  const flushLast = useRef(flush)
  flushLast.current = flush
  // While the field still stands: it loses the focus when it is taken away, and what comes later is another gesture.
  useLayoutEffect(() => () => flushLast.current(), [])
  const change = (next: string) => {
    setText(next)
    pending.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, delay)
  }
  return { text, change, flush }
}
