import { type PointerEvent, useState } from 'react'

/** Pixels a hand may move between the two presses of a double click. */
const REACH = 8

interface Held<T> {
  readonly value: T
  readonly x: number
  readonly y: number
}

/**
 * The latest value of a list, but while it is pressed the one it showed: entries must not move away between the two
 * presses of a double click, whatever is answered meanwhile. The list goes on when the pointer or the focus moves away.
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
