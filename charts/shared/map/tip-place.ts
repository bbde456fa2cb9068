import type { Size } from './mercator.ts'

/** Pixels between a mark and its tip, and least between a tip and the edge of the map. */
const GAP = 6
const EDGE = 4

const kept = (place: number, length: number, room: number) => Math.max(EDGE, Math.min(place, room - length - EDGE))

/**
 * Where the upper left corner of a tip stands, in pixels of the map: beside its mark, on the side that has more room, and
 * over the mark where neither has enough; never beyond the map while the map is larger than the tip.
 */
export function tipPlace(
  { left, top }: { readonly left: number; readonly top: number },
  ring: number,
  tip: Size,
  map: Size,
): { readonly left: number; readonly top: number } {
  const beside = left < map.width / 2 ? left + ring + GAP : left - ring - GAP - tip.width
  const along = top < map.height / 2 ? top - 2 * GAP : top + 2 * GAP - tip.height
  return { left: kept(beside, tip.width, map.width), top: kept(along, tip.height, map.height) }
}
