import { type FocusEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'

/** Where the pointer and the focus are, as the button that has a text tells it. */
export type Nearness = 'over' | 'focused' | 'away' | 'pressed'

/** Somebody who has come near once: what they do since is told to the text, and draws no button. */
export interface Visitor {
  /** Tells where they are now, and each time that changes until what is given back is called. */
  follow(hear: (near: Nearness) => void): () => void
}

interface ToldVisitor extends Visitor {
  tell(near: Nearness): void
}

function createVisitor(first: Nearness): ToldVisitor {
  let now = first
  let heard: ((near: Nearness) => void) | undefined
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
  /** Undefined as long as nobody has come near; the same ever since. */
  readonly visitor: Visitor | undefined
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
  const come = useRef<ToldVisitor>(undefined)
  const [visitor, setVisitor] = useState<Visitor>()
  const comes = (near: Nearness) => {
    if (come.current) return come.current.tell(near)
    come.current = createVisitor(near)
    setVisitor(come.current)
  }
  const goes = (near: Nearness) => () => come.current?.tell(near)
  return {
    ref,
    visitor,
    hands: {
      onPointerEnter: ({ pointerType }) => pointerType !== 'touch' && comes('over'),
      onPointerLeave: goes('away'),
      onPointerDown: goes('pressed'),
      onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && comes('focused'),
      onBlur: goes('pressed'),
      onKeyDown: goes('pressed'),
    },
  }
}
