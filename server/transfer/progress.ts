import type { BundleProgress } from '#core/rest/bundle.ts'

/** Hears how far the work on a bundle has come. */
export type TellProgress = (progress: BundleProgress) => void

/** Milliseconds between two tellings of a thread. */
const TELL_MS = 50

/** Hears of files, one by one, that they are done. */
export type FileDone = () => void

/** Counts the files of one stage, and tells of each that is done. */
export function countFiles(tell: TellProgress | undefined, stage: BundleProgress['stage'], of: number): FileDone {
  let done = 0
  tell?.({ stage, done, of })
  return () => {
    done = Math.min(done + 1, of)
    tell?.({ stage, done, of })
  }
}

/** The same from time to time: a thread does thousands of files in a second. */
export function nowAndThen(tell: TellProgress): TellProgress {
  let last = -TELL_MS
  return (progress) => {
    const now = performance.now()
    if (now - last < TELL_MS && progress.done < progress.of) return
    last = now
    tell(progress)
  }
}
