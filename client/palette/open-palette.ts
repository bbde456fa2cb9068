const listeners = new Set<() => void>()

/** Calls `listener` when the palette is requested other than by its shortcut. Returns a function that unsubscribes. */
export function onOpenPalette(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function openPalette(): void {
  for (const listener of listeners) listener()
}
