import { type PointerEvent, useState } from 'react'

/** Pixels the pointer may move between the two clicks of a double click. */
const REACH = 8

interface Held<T> {
  readonly value: T
  readonly x: number
  readonly y: number
}

/**
 * Returns the latest value of a list, but freezes it while an entry is pressed, so that entries do not move between the
 * two clicks of a double click. The list updates again when the pointer or the focus moves away.
 */
export function useSteady<T>(latest: T) {
  const [held, setHeld] = useState<Held<T> | null>(null)
  const shown = held ? held.value : latest
  const letGo = () => setHeld(null)
  return {
    shown,
    hold: {
      onPointerDown: ({ clientX: x, clientY: y }: PointerEvent) => setHeld({ value: shown, x, y }),
      onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
        if (held && Math.hypot(x - held.x, y - held.y) > REACH) letGo()
      },
      onPointerLeave: letGo,
      onBlur: letGo,
    },
  }
}
