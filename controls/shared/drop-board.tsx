import { createContext } from 'react'
import type { DraggedPart, Slot } from './drop.ts'

/** A visible control that accepts metrics or columns. */
export interface BoardSlot {
  readonly name: string
  readonly label: string
  readonly refuses: Slot['refuses']
  /** Appends an item. */
  readonly add: (part: DraggedPart) => void
}

/** The visible controls that accept drops, in order, for keyboard users: a menu offers what dragging does by mouse. */
export interface DropBoard {
  /** Registers a control; returns a function that unregisters it. */
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
