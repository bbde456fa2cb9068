const keys = new Set<string>()

/** The uploads shown in a dialog of this page. */
export const ownUploads = {
  /** Returns the key of a new upload. */
  begin(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    keys.add(key)
    return key
  },
  /** Hands an upload with a lost connection over to the list of uploads. */
  release(key: string): void {
    keys.delete(key)
  },
  has: (key: string): boolean => keys.has(key),
}
