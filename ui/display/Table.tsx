import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { announce } from '#ui/base/announce.ts'
import { VisuallyHidden } from '#ui/base/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { Progress } from './Progress.tsx'
import styles from './Table.module.css'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import type { TableColumn, TableSort } from './table-column.ts'

export interface TableProps<R> {
  readonly label: string
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  readonly columns: readonly TableColumn<R>[]
  readonly sort?: TableSort | undefined
  readonly onSort?: ((sort: TableSort) => void) | undefined
  readonly selected?: ReadonlySet<string> | undefined
  /** If set, rows are selectable. */
  readonly onSelect?: ((selected: Set<string>) => void) | undefined
  readonly selectLabel?: ((row: R) => string) | undefined
  /** Returns whether a row is selectable; by default all are. */
  readonly isSelectable?: ((row: R) => boolean) | undefined
  /** Shown on hover, with focus inside the row, and always on touch screens. */
  readonly rowActions?: ((row: R) => ReactNode) | undefined
  /** Called on a click anywhere in the row; provide a link in a cell as well. */
  readonly onOpen?: ((row: R) => void) | undefined
  readonly isDense?: boolean | undefined
  readonly isLoading?: boolean | undefined
  readonly empty?: ReactNode | undefined
}

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]'

/**
 * Returns the tab index of a container: 0 if its content scrolls sideways and contains nothing that receives the focus,
 * because the keyboard could not scroll it otherwise.
 */
function useScrollTabIndex(box: RefObject<HTMLElement | null>, rows: unknown, columns: unknown): 0 | undefined {
  const [isStop, setStop] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () =>
      setStop(element.scrollWidth > element.clientWidth + 1 && element.querySelector(FOCUSABLE) === null)
    measure()
    const observer = new ResizeObserver(measure)
    for (const each of [element, ...element.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [box, rows, columns])
  return isStop ? 0 : undefined
}

/** Returns a function that selects rows, or removes them from the selection, and announces the number selected. */
function useChoice<R>({ selected, onSelect }: TableProps<R>) {
  const texts = useTexts()
  return (keys: readonly string[], isOn: boolean) => {
    const next = new Set(selected)
    for (const key of keys) {
      if (isOn) next.add(key)
      else next.delete(key)
    }
    onSelect?.(next)
    announce(texts.selected(next.size))
  }
}

export function Table<R>(props: TableProps<R>) {
  const { label, rows, rowKey, columns, sort, onSort, selected, onSelect, rowActions, onOpen, isLoading } = props
  const texts = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const tabIndex = useScrollTabIndex(box, rows, columns)
  const choose = useChoice(props)
  const isSelectable = props.isSelectable ?? (() => true)
  const keys = rows.filter(isSelectable).map(rowKey)
  const width = columns.length + (onSelect ? 1 : 0) + (rowActions ? 1 : 0)
  return (
    <div
      ref={box}
      className={styles.frame}
      aria-busy={isLoading || undefined}
      {...(tabIndex === 0 && { tabIndex, role: 'group', 'aria-label': label })}
    >
      {isLoading && (
        <div className={styles.line}>
          <Progress label={texts.loading} />
        </div>
      )}
      <table className={classNames(styles.table, props.isDense && styles.dense, isLoading && styles.loading)}>
        <caption>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
        <TableHead
          columns={columns}
          sort={sort}
          onSort={onSort}
          hasActions={rowActions !== undefined}
          all={onSelect && { keys, selected: selected ?? new Set(), onChoose: (isOn) => choose(keys, isOn) }}
        />
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row)
            return (
              <TableRow
                key={key}
                row={row}
                columns={columns}
                isOn={selected?.has(key) ?? false}
                selectLabel={props.selectLabel?.(row) ?? key}
                onChoose={onSelect && ((isOn) => choose([key], isOn))}
                isChoosable={isSelectable(row)}
                rowActions={rowActions}
                onOpen={onOpen}
              />
            )
          })}
          {rows.length === 0 && !isLoading && props.empty !== undefined && (
            <tr className={styles.none}>
              <td colSpan={width}>{props.empty}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
