import { useEffect, useState } from 'react'

/** Milliseconds without a key press before the server is queried. */
const TYPING_DELAY_MS = 150

/** Returns a value once it has not changed for `delayMs` milliseconds, and the previous one until then. */
export function useDebouncedValue<V>(value: V, delayMs = TYPING_DELAY_MS): V {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
