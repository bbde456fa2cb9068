/** A request sent before the client has started. */
interface Ahead {
  readonly answer: Promise<Response>
  readonly controller: AbortController
  readonly at: number
}

/** Milliseconds after which an unused response expires. */
const HOLDS = 10_000

const prefetchedCalls = new Map<string, Ahead>()

/** The request options of every call without a body. */
export const GET_OPTIONS = {
  method: 'GET',
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
} as const

/** Requests these URLs now, for the calls that the client makes when it has started. */
export function prefetchCall(addresses: readonly string[]): void {
  for (const address of addresses) {
    const controller = new AbortController()
    const answer = fetch(address, { ...GET_OPTIONS, signal: controller.signal })
    // The caller that takes the response handles errors; without one, they are ignored.
    answer.catch(() => {})
    prefetchedCalls.set(address, { answer, controller, at: performance.now() })
  }
}

/** Returns the response of a prefetched call and removes it; `signal` aborts it. Undefined if there is none. */
export function consumePrefetchedCall(address: string, signal: AbortSignal): Promise<Response> | undefined {
  const ahead = prefetchedCalls.get(address)
  prefetchedCalls.delete(address)
  if (!ahead || performance.now() - ahead.at > HOLDS) return undefined
  const end = () => ahead.controller.abort(signal.reason)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return ahead.answer
}
