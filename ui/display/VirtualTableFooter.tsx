import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import type { GridColumn } from './grid-column.ts'
import { cellOffset, pinnedEdge, isPinned, type Pins } from './pinned-columns.ts'
import styles from './VirtualTable.module.css'

export interface VirtualTableFooterProps {
  readonly columns: readonly GridColumn[]
  readonly seen: readonly VirtualItem[]
  /** The pinned columns. */
  readonly pins: Pins
  readonly cells: readonly ReactNode[]
  readonly width: number
  readonly height: number
}

export function VirtualTableFooter({ columns, seen, pins, cells, width, height }: VirtualTableFooterProps) {
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
            isPinned(pins, index, columns.length) && styles.pinned,
          )}
          data-edge={pinnedEdge(pins, index, columns.length)}
          style={cellOffset(pins, index, columns.length, { start, size })}
        >
          {cells[index]}
        </div>
      ))}
    </div>
  )
}
