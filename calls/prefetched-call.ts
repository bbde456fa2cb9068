/** A call that was made before the client had started. */
interface Ahead {
  readonly answer: Promise<Response>
  readonly controller: AbortController
  readonly at: number
}

/** Milliseconds after which an answer that nobody took is asked for anew. */
const HOLDS = 10_000

const made = new Map<string, Ahead>()

/** How every call without a body is sent. */
export const READING = { method: 'GET', credentials: 'same-origin', headers: { accept: 'application/json' } } as const

/** Calls these addresses now, for whoever is going to call them when the client has started. */
export function prefetchCall(addresses: readonly string[]): void {
  for (const address of addresses) {
    const controller = new AbortController()
    const answer = fetch(address, { ...READING, signal: controller.signal })
    // Who takes it is told; nobody may.
    answer.catch(() => {})
    made.set(address, { answer, controller, at: performance.now() })
  }
}

/** The answer of a call that was made ahead, for one who takes it in its place; `signal` ends it. Undefined without one. */
export function takePrefetchedCall(address: string, signal: AbortSignal): Promise<Response> | undefined {
  const ahead = made.get(address)
  made.delete(address)
  if (!ahead || performance.now() - ahead.at > HOLDS) return undefined
  const end = () => ahead.controller.abort(signal.reason)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return ahead.answer
}
