import { useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface TextDraft {
  readonly text: string
  /** Changes the displayed text at once and commits it after the delay. */
  readonly change: (text: string) => void
  /** Commits now: on Enter and on blur. */
  readonly flush: () => void
}

/**
 * Manages text being typed. It is committed `delay` milliseconds after the last key press, on blur and on unmount; a
 * value from outside replaces it.
 */
export function useDraft(value: string, commit: (text: string) => void, delay: number): TextDraft {
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
  // A layout effect runs before the element is removed and blurred; later events belong to another action.
  useLayoutEffect(() => () => flushLast.current(), [])
  const change = (next: string) => {
    setText(next)
    pending.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, delay)
  }
  return { text, change, flush }
}
