import { aborted } from '#calls/call.ts'
import type { LoaderHost } from './loader.ts'

type Ask = LoaderHost['ask']

/** Takes a turn; what it gives back ends it. Fails as what was aborted does, where it is left before its turn. */
type Take = (signal: AbortSignal | undefined) => Promise<() => void>

/** Turns of which `most` are taken at a time, the others in the order they came; none begins while nobody sees the page. */
export function turns(most: number): Take {
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
        reject(aborted())
      }
      waiting.add(start)
      signal?.addEventListener('abort', leave, { once: true })
      begin()
    })
}

/** Asks for so many charts at a time as there are turns. One that is left before its turn is never asked for. */
export function limitConcurrency(take: Take, ask: Ask): Ask {
  return async (context, options) => {
    const end = await take(options.signal)
    try {
      return await ask(context, options)
    } finally {
      end()
    }
  }
}
