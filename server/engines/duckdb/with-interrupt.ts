import type { DuckDBConnection } from '@duckdb/node-api'

/** Interval for repeating an interrupt: one sent before the engine has started is lost. */
const RETRY_INTERVAL_MS = 10

/** Runs work that the signal interrupts in the engine; it then rejects with the reason of the signal. */
export async function withInterrupt<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  let retryTimer: NodeJS.Timeout | undefined
  const stop = (): void => {
    connection.interrupt()
    retryTimer = setInterval(() => connection.interrupt(), RETRY_INTERVAL_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const result = await work()
    signal.throwIfAborted()
    return result
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    clearInterval(retryTimer)
  }
}
