import type { Log } from './base/log.ts'

/** Milliseconds in which everything must close after the in-flight requests have ended or were cut. */
export const CLOSE_TIMEOUT_MS = 2000

/** The parts to close, in order, and the log for failures. */
export interface ShutdownSteps {
  readonly log: Log
  readonly steps: readonly (() => Promise<unknown> | undefined)[]
  /** Milliseconds that all steps together may take. */
  readonly timeoutMs: number
}

/** The shutdown of this process. */
export interface Shutdown {
  /** True once the shutdown has begun. */
  readonly begun: boolean
  /** Begins the shutdown; only the first call counts. `code` is the exit code if everything could be closed. */
  begin(code: number): void
}

/**
 * Creates the shutdown of this process. It runs the steps one after the other, then exits; the exit handlers release
 * the home. If the steps take too long, the process is killed: exit handlers and native code could hang as well. The
 * next process takes over the home, which stays locked until then.
 */
export function makeShutdown({ log, steps, timeoutMs }: ShutdownSteps): Shutdown {
  let begun = false
  const close = async (): Promise<void> => {
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        log.error('A resource could not be closed', { detail: error instanceof Error ? error.stack : String(error) })
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
        log.error('Not all resources could be closed in time; the process is killed', { milliseconds: timeoutMs })
        process.kill(process.pid, 'SIGKILL')
      }, timeoutMs)
      void close().then(() => process.exit(code))
    },
  }
}
