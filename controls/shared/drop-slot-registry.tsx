import { createContext } from 'react'
import type { DraggedField, Slot } from './drag-data.ts'

/** A visible control that accepts metrics or columns. */
export interface RegisteredSlot {
  readonly name: string
  readonly label: string
  readonly refuses: Slot['refuses']
  /** Appends an item. */
  readonly add: (part: DraggedField) => void
}

/** The visible controls that accept drops, in order, for keyboard users: a menu offers what dragging does by mouse. */
export interface DropSlotRegistry {
  /** Registers a control; returns a function that unregisters it. */
  readonly put: (slot: RegisteredSlot) => () => void
  readonly slots: () => readonly RegisteredSlot[]
}

export function createDropSlotRegistry(): DropSlotRegistry {
  const slots: RegisteredSlot[] = []
  return {
    put: (slot) => {
      slots.push(slot)
      return () => void slots.splice(slots.indexOf(slot), 1)
    },
    slots: () => slots,
  }
}

export const DropSlotRegistryContext = createContext<DropSlotRegistry | null>(null)
