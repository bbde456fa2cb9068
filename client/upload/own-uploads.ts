const keys = new Set<string>()

/** The uploads that a dialog of this page shows. */
export const ownUploads = {
  /** Returns the key of a new upload. */
  begin(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    keys.add(key)
    return key
  },
  /** Leaves an upload, whose connection is lost, to the list of uploads. */
  release(key: string): void {
    keys.delete(key)
  },
  has: (key: string): boolean => keys.has(key),
}
