import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import type { GridColumn } from './grid-column.ts'
import styles from './VirtualTable.module.css'

export interface VirtualTableFootProps {
  readonly columns: readonly GridColumn[]
  readonly seen: readonly VirtualItem[]
  /** The first column stays where it is. */
  readonly isPinned: boolean
  readonly cells: readonly ReactNode[]
  readonly width: number
  readonly height: number
}

export function VirtualTableFoot({ columns, seen, isPinned, cells, width, height }: VirtualTableFootProps) {
  return (
    <div role="row" className={styles.foot} style={{ width, height }}>
      {seen.map(({ key, index, start, size }) => (
        <div
          key={key}
          role="gridcell"
          aria-colindex={index + 1}
          className={classNames(
            styles.cell,
            columns[index]?.align === 'end' && styles.end,
            isPinned && index === 0 && styles.pinned,
          )}
          style={{ left: start, width: size }}
        >
          {cells[index]}
        </div>
      ))}
    </div>
  )
}
