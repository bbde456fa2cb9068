/** A point in the window, in CSS pixels from its top left corner. */
export interface WindowPoint {
  readonly x: number
  readonly y: number
}

/** Returns where a menu opens: at the pointer, or at the center of `focused` if opened by keyboard. */
export function menuPoint(
  event: { readonly clientX: number; readonly clientY: number },
  focused: Element | null,
): WindowPoint {
  if (!focused) return { x: event.clientX, y: event.clientY }
  const { left, top, width, height } = focused.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
