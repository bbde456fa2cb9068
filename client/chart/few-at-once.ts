import { aborted } from '#calls/call.ts'
import type { LoaderHost } from './loader.ts'

type Ask = LoaderHost['ask']

/**
 * Asks for at most `most` charts at a time, the others in the order they came. One that is left before its turn is never
 * asked for.
 */
export function fewAtOnce(most: number, ask: Ask): Ask {
  let running = 0
  const waiting = new Set<() => void>()

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        running += 1
        resolve()
      }
      const leave = () => {
        waiting.delete(begin)
        reject(aborted())
      }
      if (running < most) return begin()
      waiting.add(begin)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return async (context, options) => {
    await turn(options.signal)
    try {
      return await ask(context, options)
    } finally {
      running -= 1
      const [next] = waiting
      if (next) waiting.delete(next)
      next?.()
    }
  }
}
