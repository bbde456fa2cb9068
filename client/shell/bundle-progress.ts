import type { BundleProgress } from '#core/rest/bundle.ts'
import { t } from '#core/text/t.ts'

/** How many files are done, as people read it. */
export function filesDone({ done, of }: BundleProgress): string {
  return t('%s of %s files', done, of)
}

/** The same as a share, from 0 to 1; undefined where there are none. */
export function shareDone({ done, of }: BundleProgress): number | undefined {
  return of > 0 ? done / of : undefined
}
