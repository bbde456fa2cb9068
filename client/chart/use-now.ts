import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** Epoch milliseconds, to the minute that has begun since it was asked for first. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
