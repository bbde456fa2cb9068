import { useEffect, useState } from 'react'
import type { previewOf, sideFault } from './preview.ts'

/** The time range parser in the browser. */
export interface Reader {
  readonly previewOf: typeof previewOf
  readonly sideFault: typeof sideFault
}

let fetched: Reader | undefined

/**
 * Returns the time range parser, loaded on first use because its calendars are large; undefined until then. After a
 * failure the preview is omitted, and the next use tries again; the server result is authoritative.
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
