import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import { type GridCell, type GridRange, containsCell } from './grid-cell.ts'
import type { GridColumn } from './grid-column.ts'
import type { GridModifierKeys } from './grid-keys.ts'
import { cellOffset, pinnedEdge, isPinned, type Pins } from './pinned-columns.ts'
import styles from './VirtualTable.module.css'

export interface VirtualTableRowProps {
  readonly gridId: string
  readonly index: number
  readonly before: number
  readonly top: number
  readonly height: number
  readonly columns: readonly GridColumn[]
  readonly seen: readonly VirtualItem[]
  /** The pinned columns. */
  readonly pins: Pins
  readonly cell: (row: number, column: number) => ReactNode
  readonly text: (row: number, column: number) => string
  readonly label: string | undefined
  readonly active: number | undefined
  readonly range: GridRange | undefined
  readonly onPress: (cell: GridCell, held: GridModifierKeys) => void
  readonly isPressable: boolean
}

function Bar({ column, row }: { readonly column: GridColumn; readonly row: number }) {
  const bar = column.bar?.(row)
  if (bar === undefined) return null
  const width = `${bar.share * 100}%`
  const position =
    bar.from !== undefined ? { left: `${bar.from * 100}%` } : column.align === 'end' ? { right: 0 } : { left: 0 }
  return (
    <span className={styles.track}>
      <span className={styles.bar} style={{ width, ...position, ...(bar.color && { background: bar.color }) }} />
    </span>
  )
}

function Row(props: VirtualTableRowProps) {
  const { gridId, index, columns, seen, pins, range, active } = props
  return (
    <div
      role="row"
      aria-rowindex={props.before + index + 2}
      aria-label={props.label}
      className={styles.row}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
    >
      {seen.map(({ key, index: at, start, size }) => {
        const column = columns[at]
        if (column === undefined) return null
        const tint = column.tint?.(index)
        const isChosen = range !== undefined && containsCell(range, index, at)
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles keys
          <div
            key={key}
            id={`${gridId}-${index}-${at}`}
            role="gridcell"
            aria-colindex={at + 1}
            aria-selected={range === undefined ? undefined : isChosen}
            className={classNames(
              styles.cell,
              column.align === 'end' && styles.end,
              active === at && styles.active,
              isChosen && styles.chosen,
              props.isPressable && styles.pressable,
              isPinned(pins, at, columns.length) && styles.pinned,
            )}
            data-edge={pinnedEdge(pins, at, columns.length)}
            style={{ ...cellOffset(pins, at, columns.length, { start, size }), ...(tint && { background: tint }) }}
            title={props.text(index, at)}
            onClick={(event) => props.onPress({ row: index, column: at }, event)}
          >
            <Bar column={column} row={index} />
            <span className={styles.value}>{props.cell(index, at)}</span>
          </div>
        )
      })}
    </div>
  )
}

export const VirtualTableRow = memo(Row)
