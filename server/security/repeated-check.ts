import { setMaxListeners } from 'node:events'
import { ApiError } from '#core/rest/api-error.ts'

/** Milliseconds between two checks of the rights that work in progress needs. */
export const RIGHTS_CHECK_MS = 1000
const SERVER_ERROR = 500

interface RepeatedCheck {
  readonly signal: AbortSignal
  /** Why the signal was aborted. */
  readonly failure: unknown
  /** Stops the checks and settles when none is running. */
  end(): Promise<void>
}

/** Repeats a check every second; if it fails, the signal is aborted. */
export function checkAgain(check: () => Promise<void>): RepeatedCheck {
  const controller = new AbortController()
  const state: { failure: unknown; isOver: boolean; running: Promise<void>; timer?: NodeJS.Timeout } = {
    failure: undefined,
    isOver: false,
    running: Promise.resolve(),
  }
  const schedule = (): void => {
    if (state.isOver) return
    state.timer = setTimeout(() => {
      state.running = check().then(schedule, (error: unknown) => {
        state.failure = error
        controller.abort(error)
      })
    }, RIGHTS_CHECK_MS)
  }
  schedule()
  return {
    signal: controller.signal,
    get failure() {
      return state.failure
    },
    async end() {
      state.isOver = true
      clearTimeout(state.timer)
      await state.running
    },
  }
}

/**
 * Runs work with a signal that is aborted when `signal` is, or when the check of its rights rejects. The check is
 * repeated every second until the work ends. Rejects with the error of the check; one that a fault of the server
 * prevents is repeated.
 */
export async function whilePermitted<T>(
  signal: AbortSignal,
  check: () => Promise<void>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const watch = checkAgain(() => check().catch(throwLostRight))
  try {
    const both = AbortSignal.any([signal, watch.signal])
    // Queries limit the number of their listeners, and each removes its own.
    setMaxListeners(0, both)
    const done = await work(both)
    await watch.end()
    if (watch.failure !== undefined) throw watch.failure
    return done
  } catch (error) {
    throw watch.failure ?? error
  } finally {
    await watch.end()
  }
}

/**
 * Yields the chunks of a stream. Before a chunk, the rights are checked again if the last check is older than a second; if
 * it rejects, the stream ends with its error. Clients may read a stream for hours.
 */
export async function* streamWhilePermitted(
  stream: AsyncIterable<Uint8Array>,
  check: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  let checkedAt = performance.now()
  for await (const chunk of stream) {
    if (performance.now() - checkedAt >= RIGHTS_CHECK_MS) {
      await check().catch(throwLostRight)
      checkedAt = performance.now()
    }
    yield chunk
  }
}

function throwLostRight(error: unknown): void {
  if (error instanceof ApiError && error.row.status < SERVER_ERROR) throw error
}
