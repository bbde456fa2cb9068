import { useEffect, useState } from 'react'
import type { previewOf, sideFault } from './preview.ts'

/** What reads ranges in the browser. */
export interface Reader {
  readonly previewOf: typeof previewOf
  readonly sideFault: typeof sideFault
}

let fetched: Reader | undefined

/**
 * What reads ranges, undefined until it is fetched, which begins when it is first used: it counts in calendars, and these
 * are large. What cannot be fetched is left out, and fetched anew by whoever uses it next; the server has the last word.
 */
export function useReader(): Reader | undefined {
  const [, setFetched] = useState(fetched)
  useEffect(() => {
    if (fetched) return
    import('./preview.ts').then(
      (module) => {
        fetched = module
        setFetched(module)
      },
      () => {},
    )
  }, [])
  return fetched
}
