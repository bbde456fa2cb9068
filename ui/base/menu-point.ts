/** A place in the window, in CSS pixels from its upper left corner. */
export interface WindowPoint {
  readonly x: number
  readonly y: number
}

/** Where a menu opens: at the pointer; in the middle of `focused` when it was asked for by a key. */
export function menuPoint(
  event: { readonly clientX: number; readonly clientY: number },
  focused: Element | null,
): WindowPoint {
  if (!focused) return { x: event.clientX, y: event.clientY }
  const { left, top, width, height } = focused.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
