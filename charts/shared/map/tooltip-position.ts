import type { Size } from './mercator.ts'

/** Pixels between a mark and its tooltip, and at least between a tooltip and the edge of the map. */
const GAP = 6
const EDGE = 4

const clampPosition = (position: number, length: number, room: number) =>
  Math.max(EDGE, Math.min(position, room - length - EDGE))

/**
 * Returns the top left corner of a tooltip, in pixels of the map. It is next to its mark, on the side with more room,
 * or over the mark if neither side has enough. It never leaves the map unless it is larger than the map.
 */
export function tooltipPosition(
  { left, top }: { readonly left: number; readonly top: number },
  ring: number,
  tip: Size,
  map: Size,
): { readonly left: number; readonly top: number } {
  const neighbor = left < map.width / 2 ? left + ring + GAP : left - ring - GAP - tip.width
  const along = top < map.height / 2 ? top - 2 * GAP : top + 2 * GAP - tip.height
  return { left: clampPosition(neighbor, tip.width, map.width), top: clampPosition(along, tip.height, map.height) }
}
