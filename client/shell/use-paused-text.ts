import { useEffect, useState } from 'react'

/** Milliseconds without a key press before the server is queried. */
const PAUSE = 150

/** Returns the typed text after typing has paused. */
export function usePausedText(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
