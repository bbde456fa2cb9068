import { type FocusEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'

/** Where the pointer and the focus are, as the button that has a text tells it. */
export type Nearness = 'over' | 'focused' | 'away' | 'pressed'

interface NearButton {
  readonly ref: RefObject<HTMLButtonElement | null>
  /** Undefined as long as nobody has come near. */
  readonly near: Nearness | undefined
  readonly hands: {
    readonly onPointerEnter: (event: PointerEvent) => void
    readonly onPointerLeave: () => void
    readonly onPointerDown: () => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: () => void
    readonly onKeyDown: () => void
  }
}

/** Whether somebody is at a plain button, for the text that it then has. */
export function useNearness(): NearButton {
  const ref = useRef<HTMLButtonElement>(null)
  const [near, setNear] = useState<Nearness>()
  const go = (to: Nearness) => () => setNear((before) => before && to)
  return {
    ref,
    near,
    hands: {
      onPointerEnter: ({ pointerType }) => pointerType !== 'touch' && setNear('over'),
      onPointerLeave: go('away'),
      onPointerDown: go('pressed'),
      onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && setNear('focused'),
      onBlur: go('pressed'),
      onKeyDown: go('pressed'),
    },
  }
}
