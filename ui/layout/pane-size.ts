/** A size in px within its bounds; both ends are allowed. */
export function clampedSize(size: number, min: number, max: number): number {
  return Math.round(Math.max(min, Math.min(Math.max(min, max), size)))
}

/**
 * The size of the sized side after a key on the bar between two panes; undefined when the key does not resize.
 * `grows` is the direction key that makes it larger.
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
