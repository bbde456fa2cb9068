import { memo } from 'react'
import type { VirtualItem } from '@tanstack/react-virtual'
import type { GridColumn, GridSort } from './grid-column.ts'
import type { HeaderInput } from './header-input.ts'
import type { Pins } from './pinned-columns.ts'
import type { useHeaderDrag } from './use-header-drag.tsx'
import styles from './VirtualTable.module.css'
import { VirtualTableHeaderCell } from './VirtualTableHeaderCell.tsx'

export interface VirtualTableHeaderProps {
  readonly gridId: string
  readonly columns: readonly GridColumn[]
  readonly seen: readonly VirtualItem[]
  /** The pinned columns. */
  readonly pins: Pins
  readonly width: number
  readonly height: number
  readonly active: number | undefined
  readonly sort: GridSort | undefined
  readonly onSort: ((column: number) => void) | undefined
  readonly headerInput: HeaderInput | undefined
  readonly dragging: ReturnType<typeof useHeaderDrag>
}

/** Memoized: rendered again only if its columns or their state change, not with the height of the table. */
export const VirtualTableHeader = memo(function VirtualTableHead(props: VirtualTableHeaderProps) {
  const { gridId, columns, seen, width, height, active, ...shared } = props
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ width, height }}>
      {seen.map((laid) => {
        const column = columns[laid.index]
        return column === undefined ? null : (
          <VirtualTableHeaderCell
            key={laid.key}
            {...shared}
            id={`${gridId}--1-${laid.index}`}
            column={column}
            laid={laid}
            count={columns.length}
            isActive={active === laid.index}
          />
        )
      })}
    </div>
  )
})
