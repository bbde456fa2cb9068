import type { VirtualItem } from '@tanstack/react-virtual'
import { classNames } from '#ui/tokens/class-names.ts'
import type { GridColumn, GridSort } from './grid-column.ts'
import { Icon } from './Icon.tsx'
import styles from './VirtualTable.module.css'

export interface VirtualTableHeadProps {
  readonly gridId: string
  readonly columns: readonly GridColumn[]
  readonly seen: readonly VirtualItem[]
  /** The first column stays where it is. */
  readonly isPinned: boolean
  readonly width: number
  readonly height: number
  readonly active: number | undefined
  readonly sort: GridSort | undefined
  readonly onSort: ((column: number) => void) | undefined
}

export function VirtualTableHead(props: VirtualTableHeadProps) {
  const { gridId, columns, seen, width, height, active, sort, onSort, isPinned } = props
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ width, height }}>
      {seen.map(({ key, index, start, size }) => {
        const column = columns[index]
        if (column === undefined) return null
        const isSorted = sort?.column === index
        const isSortable = column.isSortable === true && onSort !== undefined
        const arrow = isSorted && sort.isDescending ? 'chevron-down' : 'chevron-up'
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid around it hears the keys
          <div
            key={key}
            id={`${gridId}--1-${index}`}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
            title={column.hint ?? column.title}
            className={classNames(
              styles.headCell,
              column.align === 'end' && styles.end,
              isSorted && styles.sorted,
              isSortable && styles.sortable,
              active === index && styles.active,
              isPinned && index === 0 && styles.pinned,
            )}
            style={{ left: start, width: size }}
            onClick={() => isSortable && onSort(index)}
          >
            <span className={styles.title}>{column.title}</span>
            {column.headEnd}
            {isSortable && (
              <span className={styles.arrow}>
                <Icon name={arrow} size={12} />
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}
