import { type ReactNode, useRef } from 'react'
import styles from './DropZone.module.css'
import type { CarriedPill } from './drop.ts'
import { useDraggable } from '#ui/drag/use-draggable.ts'

export interface PillRowProps {
  /** What is carried when the row is dragged; null for a row that stays. */
  readonly carried: CarriedPill | null
  /** Something would be dropped before the row, or after it. */
  readonly mark: 'before' | 'after' | undefined
  /** Alt with an arrow key moves by one place. */
  readonly onStep: (by: -1 | 1) => void
  readonly children: ReactNode
}

/** A pill in a list: dragged by mouse, moved by Alt with the arrow keys. */
export function PillRow({ carried, mark, onStep, children }: PillRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useDraggable(row, () => carried)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the pill in it has focus; keys bubble up to here
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
