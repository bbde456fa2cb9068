/** In pixels. */
export interface DialogSize {
  readonly width: number
  readonly height: number
}

/** The initial and minimum size of an editor. */
export const MIN_SIZE: DialogSize = { width: 600, height: 240 }

/** Pixels per arrow key press on the handle. */
const STEP = 24

/** Changes a size by pixels, limited to the minimum size and the window. */
export function resizeWithinLimits(
  { width, height }: DialogSize,
  dx: number,
  dy: number,
  window: DialogSize,
): DialogSize {
  const within = (value: number, least: number, most: number) => Math.max(Math.min(value, most), Math.min(least, most))
  return {
    width: within(width + dx, MIN_SIZE.width, window.width),
    height: within(height + dy, MIN_SIZE.height, window.height),
  }
}

/** Returns the change for a key press on the handle; undefined for other keys. */
export function stepOf(key: string): readonly [dx: number, dy: number] | undefined {
  switch (key) {
    case 'ArrowRight':
      return [STEP, 0]
    case 'ArrowLeft':
      return [-STEP, 0]
    case 'ArrowDown':
      return [0, STEP]
    case 'ArrowUp':
      return [0, -STEP]
    default:
      return undefined
  }
}
