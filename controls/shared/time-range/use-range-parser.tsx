import { useEffect, useState } from 'react'
import type { previewOf, rangeAtLatest, sideError } from './preview.ts'
import type { readTypedRange } from '#core/time/typed-range.ts'

/** The time range parser in the browser. */
export interface RangeParser {
  readonly previewOf: typeof previewOf
  readonly sideError: typeof sideError
  readonly rangeAtLatest: typeof rangeAtLatest
  readonly readTypedRange: typeof readTypedRange
}

let loadedReader: RangeParser | undefined

/**
 * Returns the time range parser, loaded on first use because its calendars are large; undefined until then. After a
 * failure the preview is omitted, and the next use tries again; the server result is authoritative.
 */
export function useRangeParser(): RangeParser | undefined {
  const [, setFetched] = useState(loadedReader)
  useEffect(() => {
    if (loadedReader) return
    Promise.all([import('./preview.ts'), import('#core/time/typed-range.ts')]).then(
      ([preview, typed]) => {
        loadedReader = { ...preview, ...typed }
        setFetched(loadedReader)
      },
      () => {},
    )
  }, [])
  return loadedReader
}
