import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** Returns epoch milliseconds, updated in whole minutes from the first call. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
