import { vi } from 'vitest'

/** Milliseconds. A machine under load needs more than the default second of `vi.waitFor` and `vi.waitUntil`. */
const TIMEOUT = 20_000

interface PatchedExpect {
  /** True once: the files of a worker share `vi`. */
  hasLongWaits?: true
}

if (!(vi as PatchedExpect).hasLongWaits) {
  const { waitFor, waitUntil } = vi
  const long = <O extends object>(options: O | number = {} as O) =>
    typeof options === 'number' ? options : { timeout: TIMEOUT, ...options }
  vi.waitFor = (callback, options) => waitFor(callback, long(options))
  vi.waitUntil = (callback, options) => waitUntil(callback, long(options))
  ;(vi as PatchedExpect).hasLongWaits = true
}
