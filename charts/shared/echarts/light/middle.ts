interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An element of a picture, which may be a group of others. */
export interface PlacedElement {
  getBoundingRect(): Rect
  /** From its own pixels to those of the picture; nothing where they are the same. */
  getComputedTransform(): ArrayLike<number> | null
  childAt?(at: number): PlacedElement | undefined
}

/** The middle of a mark in the pixels of the picture: of its shape, not of the label beside it. */
export function middleOf(element: PlacedElement): readonly [x: number, y: number] {
  const shape = element.childAt?.(0) ?? element
  const { x, y, width, height } = shape.getBoundingRect()
  const [left, top] = [x + width / 2, y + height / 2]
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(shape.getComputedTransform() ?? [])
  return [a * left + c * top + e, b * left + d * top + f]
}
