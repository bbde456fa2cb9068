import { setMaxListeners } from 'node:events'

/**
 * Aborted when one of the signals is. Any number of questions may listen to it: how many there are is bounded where
 * they are read, and each leaves when it is answered.
 */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const signal = AbortSignal.any([...signals])
  setMaxListeners(0, signal)
  return signal
}
