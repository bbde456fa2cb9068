import { createContext } from 'react'
import type { CarriedPart, Slot } from './drop.ts'

/** A control that takes metrics or columns, as shown now. */
export interface BoardSlot {
  readonly name: string
  readonly label: string
  readonly refuses: Slot['refuses']
  /** Adds at the end. */
  readonly add: (part: CarriedPart) => void
}

/** The controls that take something, in the order they stand: what a drag does by mouse, a menu does by keyboard. */
export interface DropBoard {
  /** Puts a control on the board; gives the way to take it off. */
  readonly put: (slot: BoardSlot) => () => void
  readonly slots: () => readonly BoardSlot[]
}

export function createDropBoard(): DropBoard {
  const slots: BoardSlot[] = []
  return {
    put: (slot) => {
      slots.push(slot)
      return () => void slots.splice(slots.indexOf(slot), 1)
    },
    slots: () => slots,
  }
}

export const DropBoardContext = createContext<DropBoard | null>(null)
