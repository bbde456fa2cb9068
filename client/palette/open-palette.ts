const listeners = new Set<() => void>()

/** Calls back when the palette is asked for otherwise than by its keys. */
export function onOpenPalette(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function openPalette(): void {
  for (const listener of listeners) listener()
}
