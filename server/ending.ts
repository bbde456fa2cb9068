import type { Log } from './base/log.ts'

/** Milliseconds in which everything has to be closed once the calls in flight have ended or were cut. */
export const CLOSE_WITHIN_MS = 2000

/** What has to be closed, in order, and what is told when something cannot be. */
export interface Ending {
  readonly log: Log
  readonly steps: readonly (() => Promise<unknown> | undefined)[]
  /** Milliseconds all steps may take together. */
  readonly withinMs: number
}

/** The end of this process. */
export interface End {
  /** Whether it has begun. */
  readonly begun: boolean
  /** Begins it; the first call counts. `code` is what the process exits with when everything could be closed. */
  begin(code: number): void
}

/**
 * How this process ends: the steps one after the other, then the exit with its handlers, which give back the home. When
 * the steps take too long, neither they nor handlers and native code that may hang in an exit are waited for: the process
 * is killed as it is, and its home, which it holds until then, is taken over by the next.
 */
export function makeEnd({ log, steps, withinMs }: Ending): End {
  let begun = false
  const close = async (): Promise<void> => {
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        log.error('Something could not be closed', { detail: error instanceof Error ? error.stack : String(error) })
      }
    }
  }
  return {
    get begun() {
      return begun
    },
    begin(code) {
      if (begun) return
      begun = true
      setTimeout(() => {
        log.error('Not everything could be closed in time; the process is killed', { milliseconds: withinMs })
        process.kill(process.pid, 'SIGKILL')
      }, withinMs)
      void close().then(() => process.exit(code))
    },
  }
}
