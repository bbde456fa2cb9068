import type { WordCloudProps } from './props.ts'
import { hashOf } from '#core/color/label-positions.ts'

/** Returns the width of a text in pixels at a font size. */
export type Measure = (text: string, size: number) => number

/** A placed word: its center, font size, and rotation in radians, counterclockwise. */
export interface PlacedWord {
  /** Its index among the words. */
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

/** The scales to try; at the last one, words without room are left out. */
const SCALES = [1, 0.85, 0.7, 0.58, 0.48, 0.4]
/** The distance between turns of the spiral, the gap between words, and the minimum font size, in pixels. */
const TURN = 5
const GAP = 2
const LEAST = 7

/** Returns the rotation of a word, derived from its name, so that the result is deterministic. */
function turnOf(name: string, rotation: WordCloudProps['rotation']): number {
  if (rotation === 'flat') return 0
  const hash = hashOf(name)
  // `square` turns every third word by 90 degrees; `random` uses 15-degree steps from -90 to 90 degrees.
  return rotation === 'square' ? (hash % 3 === 0 ? Math.PI / 2 : 0) : (((hash % 13) - 6) * Math.PI) / 12
}

interface Room {
  readonly width: number
  readonly height: number
}

/** Half the width and half the height of a box. */
interface HalfSize {
  readonly x: number
  readonly y: number
}

/** Returns the points of a spiral from the center outward, as alternating x and y. */
function spiralOf({ width, height }: Room): Float64Array {
  const most = Math.hypot(width, height) / 2
  const flat = Math.min(1, (height / Math.max(1, width)) * 1.2)
  const positions = new Float64Array(2 * (2 + Math.ceil(((2 * Math.PI * most) / TURN / 2.4) ** 2)))
  for (let step = 0; step * 2 < positions.length; step++) {
    const angle = Math.sqrt(step) * 2.4
    const radius = (TURN * angle) / (2 * Math.PI)
    positions[step * 2] = width / 2 + radius * Math.cos(angle)
    positions[step * 2 + 1] = height / 2 + radius * Math.sin(angle) * flat
  }
  return positions
}

/** The search step on the spiral: one per this many pixels of word height, up to a maximum. */
const STRIDE = 8
const MAX_STRIDE = 6
/** The cell size of the collision grid, in pixels. */
const SQUARE = 48

/** A grid of occupied boxes for collision tests. */
class OccupancyGrid {
  private readonly columns: number
  private readonly squares: Box[][]

  constructor({ width, height }: Room) {
    this.columns = Math.ceil(width / SQUARE) + 1
    this.squares = Array.from({ length: this.columns * (Math.ceil(height / SQUARE) + 1) }, () => [])
  }

  add(box: Box): void {
    for (let row = Math.floor(box.top / SQUARE); row * SQUARE <= box.bottom; row++)
      for (let column = Math.floor(box.left / SQUARE); column * SQUARE <= box.right; column++)
        this.squares[row * this.columns + column]?.push(box)
  }

  meets(left: number, right: number, top: number, bottom: number): boolean {
    for (let row = Math.floor(top / SQUARE); row * SQUARE <= bottom; row++)
      for (let column = Math.floor(left / SQUARE); column * SQUARE <= right; column++)
        for (const other of this.squares[row * this.columns + column] ?? [])
          if (left < other.right && other.left < right && top < other.bottom && other.top < bottom) return true
    return false
  }
}

/**
 * Finds the first free position on the spiral for each box. Boxes are never removed, so the search starts where a box
 * that is not larger has ended; if that found no position, this one has none either.
 */
class Search {
  private readonly taken: OccupancyGrid
  /** The search progress: the step reached, and the size of the box that reached it. */
  private readonly reached: { readonly half: HalfSize; step: number }[] = []

  private readonly room: Room
  private readonly positions: Float64Array

  constructor(room: Room, positions: Float64Array) {
    this.room = room
    this.positions = positions
    this.taken = new OccupancyGrid(room)
  }

  findPosition(half: HalfSize): { x: number; y: number } | undefined {
    const { width, height } = this.room
    const last = this.positions.length / 2
    const stride = Math.min(MAX_STRIDE, Math.ceil(Math.min(half.x, half.y) / STRIDE))
    let step = 0
    for (const each of this.reached)
      if (each.step > step && each.half.x <= half.x && each.half.y <= half.y) step = each.step
    for (; step < last; step += stride) {
      const [x, y] = [this.positions[step * 2] as number, this.positions[step * 2 + 1] as number]
      const [left, right, top, bottom] = [x - half.x, x + half.x, y - half.y, y + half.y]
      const isInside = left >= 0 && top >= 0 && right <= width && bottom <= height
      if (!isInside || this.taken.meets(left, right, top, bottom)) continue
      this.taken.add({ left, right, top, bottom })
      this.note(half, step)
      return { x, y }
    }
    this.note(half, last)
    return undefined
  }

  private note(half: HalfSize, step: number): void {
    const known = this.reached.find((each) => each.half.x === half.x && each.half.y === half.y)
    if (known) known.step = step
    else this.reached.push({ half, step })
  }
}

/** Returns half the size of a word in pixels, rounded up so that words of similar size share the search progress. */
function halfOf(
  word: { readonly name: string; readonly size: number; readonly turn: number },
  measure: Measure,
): HalfSize {
  const [width, height] = [measure(word.name, word.size) + GAP * 2, word.size + GAP]
  const [cos, sin] = [Math.abs(Math.cos(word.turn)), Math.abs(Math.sin(word.turn))]
  return { x: Math.ceil((width * cos + height * sin) / 2), y: Math.ceil((width * sin + height * cos) / 2) }
}

/** Places words at a scale; undefined as soon as one does not fit, unless such words are left out. */
function laidAt(
  scale: number,
  { words, rotation }: Pick<WordCloudProps, 'words' | 'rotation'>,
  { room, positions, measure }: { readonly room: Room; readonly positions: Float64Array; readonly measure: Measure },
  leavesOut: boolean,
): PlacedWord[] | undefined {
  const sized = words.map(({ name, size: whole }, index) => {
    const [size, turn] = [Math.max(LEAST, whole * scale), turnOf(name, rotation)]
    return { at: index, size, turn, half: halfOf({ name, size, turn }, measure) }
  })
  const area = sized.reduce((sum, { half }) => sum + 4 * half.x * half.y, 0)
  if (!leavesOut && area > room.width * room.height) return undefined
  const search = new Search(room, positions)
  const laid: PlacedWord[] = []
  for (const { half, ...word } of sized) {
    const position = search.findPosition(half)
    if (position) laid.push({ ...word, ...position })
    else if (!leavesOut) return undefined
  }
  return laid
}

/** Places words around the center without overlaps, largest first. If they do not all fit, they are scaled down. */
export function placeWords(
  props: Pick<WordCloudProps, 'words' | 'rotation'>,
  room: Room,
  measure: Measure,
): readonly PlacedWord[] {
  const positions = spiralOf(room)
  for (const scale of SCALES) {
    const laid = laidAt(scale, props, { room, positions, measure }, scale === SCALES.at(-1))
    if (laid) return laid
  }
  return []
}
