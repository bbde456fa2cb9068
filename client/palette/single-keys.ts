import { browserStorage } from '#client/session/storage.ts'

const KEY = 'facet.single-keys'
const OFF = 'off'

/** True if single-key shortcuts are on in this browser; users of speech input may turn them off. */
export function hasSingleKeys(): boolean {
  return browserStorage()?.getItem(KEY) !== OFF
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) browserStorage()?.removeItem(KEY)
    else browserStorage()?.setItem(KEY, OFF)
  } catch {
    // Without storage, the setting cannot change.
  }
}
