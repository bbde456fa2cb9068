import type { WordCloudProps } from './props.ts'
import { hashOf } from '#core/color/place.ts'

/** Width in pixels of a text whose letters are so high. */
export type Measure = (text: string, size: number) => number

/** A word where it has room: its middle, the height of its letters, and how far it is turned upwards, in radians. */
export interface Laid {
  /** Its place among the words. */
  readonly at: number
  readonly x: number
  readonly y: number
  readonly size: number
  readonly turn: number
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Scales at which all words are tried; at the last one those without room are left out. */
const SCALES = [1, 0.85, 0.7, 0.58, 0.48, 0.4]
/** Between turns of the spiral, between words, and the least height of letters, in pixels. */
const TURN = 5
const GAP = 2
const LEAST = 7

/** How far a word is turned, by its name alone: the same word stands the same each time. */
function turnOf(name: string, rotation: WordCloudProps['rotation']): number {
  if (rotation === 'flat') return 0
  const hash = hashOf(name)
  // One of three stands upright; at random in steps of fifteen degrees between upright and upright.
  return rotation === 'square' ? (hash % 3 === 0 ? Math.PI / 2 : 0) : (((hash % 13) - 6) * Math.PI) / 12
}

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The first place on a spiral from the middle where a word meets no other; undefined where it leaves the picture. */
function placeFor(
  half: { readonly x: number; readonly y: number },
  taken: readonly Box[],
  { width, height }: { readonly width: number; readonly height: number },
): { x: number; y: number; box: Box } | undefined {
  if (half.x * 2 > width || half.y * 2 > height) return undefined
  const most = Math.hypot(width, height) / 2
  const flat = height / Math.max(1, width)
  for (let step = 0, radius = 0; radius < most; step++) {
    const angle = Math.sqrt(step) * 2.4
    radius = (TURN * angle) / (2 * Math.PI)
    const x = width / 2 + radius * Math.cos(angle)
    const y = height / 2 + radius * Math.sin(angle) * Math.min(1, flat * 1.2)
    const box = { left: x - half.x, right: x + half.x, top: y - half.y, bottom: y + half.y }
    const isInside = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height
    if (isInside && !taken.some((other) => meet(box, other))) return { x, y, box }
  }
  return undefined
}

function laidAt(
  scale: number,
  { words, rotation }: Pick<WordCloudProps, 'words' | 'rotation'>,
  room: { readonly width: number; readonly height: number },
  measure: Measure,
): Laid[] {
  const taken: Box[] = []
  return words.flatMap(({ name, size: whole }, at): Laid[] => {
    const size = Math.max(LEAST, whole * scale)
    const turn = turnOf(name, rotation)
    const [width, height] = [measure(name, size) + GAP * 2, size + GAP]
    const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
    const half = { x: (width * cos + height * sin) / 2, y: (width * sin + height * cos) / 2 }
    const found = placeFor(half, taken, room)
    if (!found) return []
    taken.push(found.box)
    return [{ at, x: found.x, y: found.y, size, turn }]
  })
}

/** Words around a middle, the largest inside, none over another; smaller ones together where all would not fit. */
export function cloudOf(
  props: Pick<WordCloudProps, 'words' | 'rotation'>,
  room: { readonly width: number; readonly height: number },
  measure: Measure,
): readonly Laid[] {
  let best: readonly Laid[] = []
  for (const scale of SCALES) {
    const laid = laidAt(scale, props, room, measure)
    if (laid.length === props.words.length) return laid
    if (laid.length >= best.length) best = laid
  }
  return best
}
