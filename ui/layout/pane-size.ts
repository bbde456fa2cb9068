/** Limits a size in px to a range; both ends are inclusive. */
export function clampedSize(size: number, min: number, max: number): number {
  return Math.round(Math.max(min, Math.min(Math.max(min, max), size)))
}

/**
 * Returns the size of the sized pane after a key press on the separator; undefined if the key does not resize. `grows`
 * is the arrow key that enlarges it.
 */
export function sizeAfterKey(
  key: string,
  isLargeStep: boolean,
  size: number,
  bounds: { readonly min: number; readonly max: number },
  keys: { readonly grow: string; readonly shrink: string },
): number | undefined {
  const step = isLargeStep ? 64 : 16
  if (key === keys.grow) return clampedSize(size + step, bounds.min, bounds.max)
  if (key === keys.shrink) return clampedSize(size - step, bounds.min, bounds.max)
  if (key === 'Home') return bounds.min
  if (key === 'End') return clampedSize(bounds.max, bounds.min, bounds.max)
  return undefined
}
