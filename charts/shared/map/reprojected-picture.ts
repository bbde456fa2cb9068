import { type Camera, type Size, toPixel } from './mercator.ts'

/** The position and size of a picture on the map, in pixels. */
export interface PictureRect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The margin around the map, relative to its longer side, of a picture that is painted for moving. */
const MARGIN = 1 / 4
/** The maximum number of device pixels of such a picture; larger maps get no margin. */
const MAX_PIXELS = 24e6

/** Returns the camera for a picture with a margin around the view of `camera`. */
export function widenCamera(camera: Camera, ratio: number): Camera {
  const margin = Math.round(Math.max(camera.width, camera.height) * MARGIN)
  const wide = { ...camera, width: camera.width + 2 * margin, height: camera.height + 2 * margin }
  return wide.width * wide.height * ratio ** 2 > MAX_PIXELS ? camera : wide
}

/** True if the views of two cameras differ only by translation and scale. */
export function isSameProjection(a: Camera, b: Camera): boolean {
  return a.cos === b.cos && a.sin === b.sin && a.tilt === b.tilt
}

/** Returns the position of a picture after the camera has moved, for the nearest copy of the world. */
export function pictureRectOf(painted: Camera, camera: Camera): PictureRect {
  const { x, y } = painted.center
  const [left, top] = toPixel(camera, x + Math.round(camera.center.x - x), y)
  const scale = camera.scale / painted.scale
  const [width, height] = [painted.width * scale, painted.height * scale]
  return { left: left - width / 2, top: top - height / 2, width, height }
}

/** True if a picture in this position covers the whole map. */
export function coversMap({ left, top, width, height }: PictureRect, box: Size): boolean {
  return left <= 0 && top <= 0 && left + width >= box.width && top + height >= box.height
}
