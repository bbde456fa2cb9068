import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<AbortSignal>()

/** Returns the deadline of the query that is being answered; undefined outside of queries. */
export const currentDeadline = (): AbortSignal | undefined => current.getStore()

/**
 * Runs work under one deadline: every trip to an engine in it, of sub-queries too, ends when the signal aborts. Work
 * that runs under a deadline already keeps that one.
 */
export function withDeadline<T>(milliseconds: number, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const outer = currentDeadline()
  if (outer) return work(outer)
  const deadline = AbortSignal.timeout(milliseconds)
  return current.run(deadline, () => work(deadline))
}

/** Settles as the promise does, or rejects with the reason of the signal when it aborts before. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
