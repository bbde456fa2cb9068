import type { BundleProgress } from '#core/rest/bundle.ts'

/** Receives progress reports of an import or export. */
export type ReportProgress = (progress: BundleProgress) => void

/** Milliseconds between two reports of a thread. */
const REPORT_INTERVAL_MS = 50

/** Reports that one file is done. */
export type FileDone = () => void

/** Counts the files of one stage and reports each that is done. */
export function createFileProgress(
  reportProgress: ReportProgress | undefined,
  stage: BundleProgress['stage'],
  of: number,
): FileDone {
  let done = 0
  reportProgress?.({ stage, done, of })
  return () => {
    done = Math.min(done + 1, of)
    reportProgress?.({ stage, done, of })
  }
}

/** Throttles the reports: a thread does thousands of files per second. */
export function throttleProgress(reportProgress: ReportProgress): ReportProgress {
  let last = -REPORT_INTERVAL_MS
  return (progress) => {
    const now = performance.now()
    if (now - last < REPORT_INTERVAL_MS && progress.done < progress.of) return
    last = now
    reportProgress(progress)
  }
}
