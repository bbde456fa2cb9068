import { abortError } from '#calls/call.ts'
import type { LoaderHost } from './loader.ts'

type SendQuery = LoaderHost['ask']

/** Acquires a slot; the returned function releases it. Rejects with an abort error if aborted while waiting. */
type Take = (signal: AbortSignal | undefined) => Promise<() => void>

/** Creates `most` concurrency slots, granted in order of arrival. No slot is granted while the page is hidden. */
export function createConcurrencySlots(most: number): Take {
  let running = 0
  const waiting = new Set<() => void>()

  function begin(): void {
    for (const next of waiting) {
      if (running >= most || document.hidden) return
      waiting.delete(next)
      running += 1
      next()
    }
  }
  const end = () => {
    running -= 1
    begin()
  }
  document.addEventListener('visibilitychange', begin)

  return (signal) =>
    new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve(end)
      }
      const leave = () => {
        waiting.delete(start)
        reject(abortError())
      }
      waiting.add(start)
      signal?.addEventListener('abort', leave, { once: true })
      begin()
    })
}

/** Limits the concurrent requests to the number of slots. A request aborted while waiting is never sent. */
export function limitConcurrency(take: Take, ask: SendQuery): SendQuery {
  return async (context, options) => {
    const end = await take(options.signal)
    try {
      return await ask(context, options)
    } finally {
      end()
    }
  }
}
