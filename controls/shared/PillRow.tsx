import { type ReactNode, useRef } from 'react'
import styles from './DropZone.module.css'
import type { CarriedPill } from './drop.ts'
import { useDraggable } from '#ui/drag/use-draggable.ts'

export interface PillRowProps {
  /** The dragged data of the row; null if it cannot be dragged. */
  readonly carried: CarriedPill | null
  /** Where the drop indicator is shown. */
  readonly mark: 'before' | 'after' | undefined
  /** Called on Alt with an arrow key, to move by one position. */
  readonly onStep: (by: -1 | 1) => void
  readonly children: ReactNode
}

/** A pill in a list: draggable by mouse, and movable by Alt with arrow keys. */
export function PillRow({ carried, mark, onStep, children }: PillRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useDraggable(row, () => carried)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the pill inside has focus; its key events bubble
    <div
      ref={row}
      className={styles['row']}
      data-pill
      data-before={mark === 'before' || undefined}
      data-after={mark === 'after' || undefined}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onStep(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      {children}
    </div>
  )
}
