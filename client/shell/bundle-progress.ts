import type { BundleProgress } from '#core/rest/bundle.ts'
import { t } from '#core/text/t.ts'

/** Returns the number of finished files as text. */
export function finishedFilesText({ done, of }: BundleProgress): string {
  return t('%s of %s files', done, of)
}

/** Returns the finished share, from 0 to 1; undefined without files. */
export function progressShare({ done, of }: BundleProgress): number | undefined {
  return of > 0 ? done / of : undefined
}
