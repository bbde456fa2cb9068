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

interface Room {
  readonly width: number
  readonly height: number
}

/** Half the width and half the height of a box. */
interface Half {
  readonly x: number
  readonly y: number
}

/** Places around the middle of a picture, from the inside out: x and y by turns. */
function spiralOf({ width, height }: Room): Float64Array {
  const most = Math.hypot(width, height) / 2
  const flat = Math.min(1, (height / Math.max(1, width)) * 1.2)
  const places = new Float64Array(2 * (2 + Math.ceil(((2 * Math.PI * most) / TURN / 2.4) ** 2)))
  for (let step = 0; step * 2 < places.length; step++) {
    const angle = Math.sqrt(step) * 2.4
    const radius = (TURN * angle) / (2 * Math.PI)
    places[step * 2] = width / 2 + radius * Math.cos(angle)
    places[step * 2 + 1] = height / 2 + radius * Math.sin(angle) * flat
  }
  return places
}

/** A word that is so many pixels high goes on by another place of the spiral at a time, to so many. */
const STRIDE = 8
const MAX_STRIDE = 6
/** Side in pixels of the squares in which boxes are looked up. */
const SQUARE = 48

/** The boxes that are taken, by the squares they reach into. */
class Taken {
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
 * Finds each box the first place on the spiral where it meets no other. Boxes are never given back, so that a box begins
 * where one that is no larger has got to; where that found no place, this one has none either.
 */
class Search {
  private readonly taken: Taken
  /** How far boxes have got: the step, and the half of the box that got there. */
  private readonly reached: { readonly half: Half; step: number }[] = []

  private readonly room: Room
  private readonly places: Float64Array

  constructor(room: Room, places: Float64Array) {
    this.room = room
    this.places = places
    this.taken = new Taken(room)
  }

  place(half: Half): { x: number; y: number } | undefined {
    const { width, height } = this.room
    const last = this.places.length / 2
    const stride = Math.min(MAX_STRIDE, Math.ceil(Math.min(half.x, half.y) / STRIDE))
    let step = 0
    for (const each of this.reached)
      if (each.step > step && each.half.x <= half.x && each.half.y <= half.y) step = each.step
    for (; step < last; step += stride) {
      const [x, y] = [this.places[step * 2] as number, this.places[step * 2 + 1] as number]
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

  private note(half: Half, step: number): void {
    const known = this.reached.find((each) => each.half.x === half.x && each.half.y === half.y)
    if (known) known.step = step
    else this.reached.push({ half, step })
  }
}

/** Half of a word in pixels, rounded up so that words of about one size are looked for once. */
function halfOf(word: { readonly name: string; readonly size: number; readonly turn: number }, measure: Measure): Half {
  const [width, height] = [measure(word.name, word.size) + GAP * 2, word.size + GAP]
  const [cos, sin] = [Math.abs(Math.cos(word.turn)), Math.abs(Math.sin(word.turn))]
  return { x: Math.ceil((width * cos + height * sin) / 2), y: Math.ceil((width * sin + height * cos) / 2) }
}

/** Words at a scale; undefined as soon as one has no room, unless such words are left out. */
function laidAt(
  scale: number,
  { words, rotation }: Pick<WordCloudProps, 'words' | 'rotation'>,
  { room, places, measure }: { readonly room: Room; readonly places: Float64Array; readonly measure: Measure },
  leavesOut: boolean,
): Laid[] | undefined {
  const sized = words.map(({ name, size: whole }, at) => {
    const [size, turn] = [Math.max(LEAST, whole * scale), turnOf(name, rotation)]
    return { at, size, turn, half: halfOf({ name, size, turn }, measure) }
  })
  const area = sized.reduce((sum, { half }) => sum + 4 * half.x * half.y, 0)
  if (!leavesOut && area > room.width * room.height) return undefined
  const search = new Search(room, places)
  const laid: Laid[] = []
  for (const { half, ...word } of sized) {
    const place = search.place(half)
    if (place) laid.push({ ...word, ...place })
    else if (!leavesOut) return undefined
  }
  return laid
}

/** Words around a middle, the largest inside, none over another; smaller ones together where all would not fit. */
export function cloudOf(
  props: Pick<WordCloudProps, 'words' | 'rotation'>,
  room: Room,
  measure: Measure,
): readonly Laid[] {
  const places = spiralOf(room)
  for (const scale of SCALES) {
    const laid = laidAt(scale, props, { room, places, measure }, scale === SCALES.at(-1))
    if (laid) return laid
  }
  return []
}
