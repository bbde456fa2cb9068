import { AsyncLocalStorage } from 'node:async_hooks'

const deadlineStorage = new AsyncLocalStorage<AbortSignal>()

/** Returns the deadline of the current query; undefined outside of queries. */
export const currentDeadline = (): AbortSignal | undefined => deadlineStorage.getStore()

/**
 * Runs work under one deadline: every engine call in it, including auxiliary queries, ends when the signal aborts. Work
 * that already runs under a deadline keeps that one.
 */
export function withDeadline<T>(milliseconds: number, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const outer = currentDeadline()
  if (outer) return work(outer)
  const deadline = AbortSignal.timeout(milliseconds)
  return deadlineStorage.run(deadline, () => work(deadline))
}

/** Settles like the promise, or rejects with the reason of the signal if it aborts first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
