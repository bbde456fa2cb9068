interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An element of a picture, or a group of elements. */
export interface PlacedElement {
  getBoundingRect(): Rect
  /** Returns the transform from element to picture coordinates; null for the identity. */
  getComputedTransform(): ArrayLike<number> | null
  childAt?(at: number): PlacedElement | undefined
}

/** Returns the center of a mark's shape, without its label, in picture coordinates. */
export function middleOf(element: PlacedElement): readonly [x: number, y: number] {
  const shape = element.childAt?.(0) ?? element
  const { x, y, width, height } = shape.getBoundingRect()
  const [left, top] = [x + width / 2, y + height / 2]
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(shape.getComputedTransform() ?? [])
  return [a * left + c * top + e, b * left + d * top + f]
}
