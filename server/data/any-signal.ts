import { setMaxListeners } from 'node:events'

/**
 * Returns a signal that aborts when any of the signals does. Any number of queries may listen to it: requests limit
 * their number, and each removes its listener when it is done.
 */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const signal = AbortSignal.any([...signals])
  setMaxListeners(0, signal)
  return signal
}
