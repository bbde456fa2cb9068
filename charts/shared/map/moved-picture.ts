import { type Camera, type Size, toPixel } from './mercator.ts'

/** Where a picture lies in the box, in pixels. */
export interface Lie {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Around the box, as a share of its longer side, of a picture that is painted to be moved. */
const MARGIN = 1 / 4
/** The most device pixels such a picture has; of larger boxes it has no margin. */
const MAX_PIXELS = 24e6

/** The camera for a picture with a margin around what `camera` sees. */
export function widened(camera: Camera, ratio: number): Camera {
  const margin = Math.round(Math.max(camera.width, camera.height) * MARGIN)
  const wide = { ...camera, width: camera.width + 2 * margin, height: camera.height + 2 * margin }
  return wide.width * wide.height * ratio ** 2 > MAX_PIXELS ? camera : wide
}

/** Whether what one camera sees becomes what the other sees by being moved and scaled. */
export function isMoved(a: Camera, b: Camera): boolean {
  return a.cos === b.cos && a.sin === b.sin && a.tilt === b.tilt
}

/** Where a picture lies once the camera has moved, by the copy of the world that is nearest. */
export function lieOf(painted: Camera, camera: Camera): Lie {
  const { x, y } = painted.center
  const [left, top] = toPixel(camera, x + Math.round(camera.center.x - x), y)
  const scale = camera.scale / painted.scale
  const [width, height] = [painted.width * scale, painted.height * scale]
  return { left: left - width / 2, top: top - height / 2, width, height }
}

/** Whether a picture that lies so leaves nothing of the box empty. */
export function covers({ left, top, width, height }: Lie, box: Size): boolean {
  return left <= 0 && top <= 0 && left + width >= box.width && top + height >= box.height
}
