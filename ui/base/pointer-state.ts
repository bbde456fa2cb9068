import { type FocusEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'

/** The pointer and focus state of a button with a tooltip. */
export type PointerState = 'over' | 'focused' | 'away' | 'pressed'

/** Publishes the pointer and focus state to the tooltip, without rendering the button. */
export interface PointerPublisher {
  /** Calls back with the current state and each change until the returned function is called. */
  follow(hear: (near: PointerState) => void): () => void
}

interface TrackedVisitor extends PointerPublisher {
  tell(near: PointerState): void
}

function createVisitor(first: PointerState): TrackedVisitor {
  let now = first
  let heard: ((near: PointerState) => void) | undefined
  return {
    follow: (hear) => {
      heard = hear
      hear(now)
      return () => {
        heard = undefined
      }
    },
    tell: (near) => {
      now = near
      heard?.(near)
    },
  }
}

interface NearButton {
  readonly ref: RefObject<HTMLButtonElement | null>
  /** Undefined until the first pointer or focus event; the same object from then on. */
  readonly visitor: PointerPublisher | undefined
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void
    readonly onPointerLeave: () => void
    readonly onPointerDown: () => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: () => void
    readonly onKeyDown: () => void
  }
}

/** Tracks pointer and focus on a plain button, for its lazy tooltip. */
export function usePointerState(): NearButton {
  const ref = useRef<HTMLButtonElement>(null)
  const come = useRef<TrackedVisitor>(undefined)
  const [visitor, setVisitor] = useState<PointerPublisher>()
  const comes = (near: PointerState) => {
    if (come.current) return come.current.tell(near)
    come.current = createVisitor(near)
    setVisitor(come.current)
  }
  const goes = (near: PointerState) => () => come.current?.tell(near)
  return {
    ref,
    visitor,
    handlers: {
      onPointerEnter: ({ pointerType }) => pointerType !== 'touch' && comes('over'),
      onPointerLeave: goes('away'),
      onPointerDown: goes('pressed'),
      onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && comes('focused'),
      onBlur: goes('pressed'),
      onKeyDown: goes('pressed'),
    },
  }
}
