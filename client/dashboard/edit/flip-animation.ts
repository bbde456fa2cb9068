/** The position of a box relative to the canvas, in CSS pixels, and the box around it. */
export interface BoxPosition {
  readonly x: number
  readonly y: number
  readonly parent: string | undefined
}

export type BoxPositions = ReadonlyMap<string, BoxPosition>

/** The offset of a box from its new position to its old one. */
export interface Move {
  readonly id: string
  readonly x: number
  readonly y: number
}

const offset = (id: string | undefined, before: BoxPositions, after: BoxPositions) => {
  const [from, to] = [before.get(id ?? ''), after.get(id ?? '')]
  return from && to ? { x: from.x - to.x, y: from.y - to.y } : { x: 0, y: 0 }
}

/** Returns the boxes that moved, with the movement relative to the parent box. */
export function movesOf(before: BoxPositions, after: BoxPositions): readonly Move[] {
  return [...after].flatMap(([id, { parent }]) => {
    if (!before.has(id)) return []
    const own = offset(id, before, after)
    const outer = offset(parent, before, after)
    const [x, y] = [own.x - outer.x, own.y - outer.y]
    return Math.abs(x) < 1 && Math.abs(y) < 1 ? [] : [{ id, x, y }]
  })
}
