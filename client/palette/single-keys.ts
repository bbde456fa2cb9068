import { browserStorage } from '#client/session/storage.ts'

const KEY = 'facet.single-keys'
const OFF = 'off'

/** Whether single keys do something in this browser; those who speak to their machine may not want it. */
export function hasSingleKeys(): boolean {
  return browserStorage()?.getItem(KEY) !== OFF
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) browserStorage()?.removeItem(KEY)
    else browserStorage()?.setItem(KEY, OFF)
  } catch {
    // A browser without room keeps what it has.
  }
}
