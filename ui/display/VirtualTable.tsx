import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useNarrow } from '#ui/tokens/narrow.ts'
import { columnWidth, headWidth, type GridCell, stretched } from './grid-cell.ts'
import type { GridColumn, GridSort } from './grid-column.ts'
import { type GridKeysProps, useGridKeys } from './grid-keys.ts'
import { useSteadyList } from './steady.ts'
import { useMore } from './use-more.ts'
import { useRoom } from './use-room.ts'
import { useWheelBeyond } from './wheel-beyond.ts'
import { menuPoint, type WindowPoint } from '#ui/overlay/menu-point.ts'
import styles from './VirtualTable.module.css'
import { VirtualTableFoot } from './VirtualTableFoot.tsx'
import { VirtualTableHead } from './VirtualTableHead.tsx'
import { VirtualTableRow } from './VirtualTableRow.tsx'
import { rowsInSight, wholeRows } from './whole-rows.ts'

export interface VirtualTableProps {
  readonly label: string
  readonly rowCount: number
  /** When the rows are a page of more: how many come before, and how many there are in all. */
  readonly before?: number | undefined
  readonly total?: number | undefined
  readonly columns: readonly GridColumn[]
  /** What is drawn. */
  readonly cell: (row: number, column: number) => ReactNode
  /** What is copied and spoken. */
  readonly text: (row: number, column: number) => string
  readonly sort?: GridSort | undefined
  readonly onSort?: ((sort: GridSort) => void) | undefined
  /** A press on a cell, or Enter. */
  readonly onCell?: GridKeysProps['onCell']
  /** The menu of a cell is asked for, by the pointer or by a key. True where there is one. */
  readonly onCellMenu?: ((row: number, column: number, at: WindowPoint) => boolean) | undefined
  readonly rowHeight?: number | undefined
  /** The height of what is around it when absent. */
  readonly height?: number | string | undefined
  /** Blocks of cells can be chosen with Shift and copied. */
  readonly isSelectable?: boolean | undefined
  /** A row that stays at the foot, one entry per column. */
  readonly footer?: readonly ReactNode[] | undefined
  readonly onCopied?: ((rows: number) => void) | undefined
  readonly rowLabel?: ((row: number) => string) | undefined
  /** How many whole rows are in sight. */
  readonly onSight?: ((rows: number) => void) | undefined
}

const SAMPLED_ROWS = 60
const HEAD_HEIGHT = 28
const HEAD_LINE = 13

/** Heads that do not fit in one line take two; what is longer is cut. */
const headHeight = (columns: readonly GridColumn[], widths: readonly number[]): number =>
  columns.some(({ title, isSortable }, at) => headWidth(title, isSortable === true) > (widths[at] ?? 0))
    ? HEAD_HEIGHT + HEAD_LINE
    : HEAD_HEIGHT

function useWidths(props: VirtualTableProps, available: number): readonly number[] {
  const { columns, rowCount, text } = props
  const own = useMemo(
    () =>
      columns.map((column, index) => {
        if (column.width !== undefined) return column.width
        const samples = Array.from({ length: Math.min(rowCount, SAMPLED_ROWS) }, (_, row) => text(row, index))
        return columnWidth(column.title, samples, column.isSortable === true)
      }),
    [columns, rowCount, text],
  )
  return useMemo(() => stretched(own, available), [own, available])
}

/** Another function for other widths: columns are laid out anew, while they are drawn, for other keys. */
const keysFor = (_widths: readonly number[]) => (index: number) => index

/** The rows and columns that are drawn. */
function useWindow(
  props: VirtualTableProps,
  frame: RefObject<HTMLDivElement | null>,
  box: RefObject<HTMLDivElement | null>,
) {
  const { rowCount, columns, footer, onSight } = props
  const isNarrow = useNarrow()
  const rowHeight = props.rowHeight ?? (isNarrow ? 32 : 24)
  const room = useRoom(frame, box)
  const available = room.width
  useWheelBeyond(box)
  const widths = useWidths(props, available)
  const head = headHeight(columns, widths)
  const isPinned = columns[0]?.isPinned === true && widths.reduce((sum, each) => sum + each, 0) > available
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled to remember its result
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: head,
    scrollPaddingEnd: footer ? rowHeight : 0,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => widths[index] ?? 80,
    getItemKey: useMemo(() => keysFor(widths), [widths]),
    overscan: 3,
    scrollPaddingStart: isPinned ? (widths[0] ?? 0) : 0,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      return isPinned && !seen.includes(0) ? [0, ...seen] : seen
    },
  })
  // another page is read from its top
  useLayoutEffect(() => rows.scrollToOffset(0), [rows, props.before])
  const beside = head + room.bar + (footer ? rowHeight : 0)
  const laid = { count: rowCount, height: rowHeight, beside }
  const inSight = room.height > 0 ? rowsInSight(room.height, laid) : undefined
  useEffect(() => {
    if (inSight !== undefined) onSight?.(inSight)
  }, [inSight, onSight])
  const height = room.height > 0 ? wholeRows(room.height, laid) : '100%'
  // where the rows end and the scroll bar begins, for the edges that say that more follows
  const edges = {
    '--grid-end': `${(room.height > 0 ? Number(height) : 0) - beside + head}px`,
    '--grid-bar': `${room.sideBar}px`,
  } as CSSProperties
  const more = useMore(box, height, rows.getTotalSize(), across.getTotalSize(), available)
  const drawn = rows.getVirtualItems()
  const seen = useSteadyList(across.getVirtualItems())
  return { rows, across, rowHeight, head, height, more, edges, isPinned, drawn, seen }
}

/** The cell the keyboard is at; none when it was scrolled away and is no part of the page. */
function activeId(id: string, active: GridCell | undefined, drawn: readonly VirtualItem[]): string | undefined {
  const isDrawn = active && (active.row === -1 || drawn.some(({ index }) => index === active.row))
  return isDrawn ? `${id}-${active.row}-${active.column}` : undefined
}

/** The cell whose menu is asked for: the one under the pointer, or the one the keyboard is at. */
function askMenu(event: MouseEvent<HTMLElement>, id: string, { onCellMenu }: VirtualTableProps): void {
  const isKey = event.target === event.currentTarget
  const keyed = event.currentTarget.getAttribute('aria-activedescendant')
  const cell = isKey ? document.getElementById(keyed ?? '') : (event.target as Element).closest('[role=gridcell]')
  if (!cell?.id.startsWith(`${id}-`) || !onCellMenu) return
  const [row = -1, column = -1] = cell.id
    .slice(id.length + 1)
    .split('-')
    .map(Number)
  if (row >= 0 && onCellMenu(row, column, menuPoint(event, isKey ? cell : null))) event.preventDefault()
}

const spoken = ({ label, rowCount, total = rowCount, columns, isSelectable }: VirtualTableProps) => ({
  'aria-label': label,
  'aria-rowcount': total + 1,
  'aria-colcount': columns.length,
  'aria-multiselectable': isSelectable || undefined,
})

interface DrawnProps {
  readonly gridId: string
  readonly columns: readonly GridColumn[]
  readonly seen: readonly VirtualItem[]
  readonly isPinned: boolean
  readonly table: VirtualTableProps
  readonly rows: readonly VirtualItem[]
  readonly height: number
  readonly at: Pick<ReturnType<typeof useGridKeys>, 'active' | 'range' | 'onPress'>
}

function Drawn({ table, rows, at, ...shared }: DrawnProps) {
  const { active, range, onPress } = at
  return rows.map((row) => (
    <VirtualTableRow
      {...shared}
      key={row.key}
      index={row.index}
      before={table.before ?? 0}
      top={row.start}
      cell={table.cell}
      text={table.text}
      label={table.rowLabel?.(row.index)}
      active={active?.row === row.index ? active.column : undefined}
      range={range}
      onPress={onPress}
      isPressable={table.onCell !== undefined}
    />
  ))
}

export function VirtualTable(props: VirtualTableProps) {
  const { columns, footer } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { rows, across, rowHeight, head, isPinned, drawn, seen, ...laid } = useWindow(props, frame, box)
  const { active, range, onPress, sortBy, ...handlers } = useGridKeys(props, {
    page: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / rowHeight) - 2),
    onMove: (cell) => {
      if (cell.row >= 0) rows.scrollToIndex(cell.row)
      across.scrollToIndex(cell.column)
    },
  })
  const width = across.getTotalSize()
  const shared = { gridId: id, columns, seen, isPinned }
  return (
    <div ref={frame} className={styles.frame} data-more={laid.more} style={{ height: props.height ?? '100%' }}>
      <div
        ref={box}
        role="grid"
        id={id}
        {...spoken(props)}
        aria-activedescendant={activeId(id, active, drawn)}
        tabIndex={0}
        className={styles.grid}
        style={{ height: laid.height }}
        onContextMenu={(event) => askMenu(event, id, props)}
        {...handlers}
      >
        <VirtualTableHead
          {...shared}
          width={width}
          height={head}
          active={active?.row === -1 ? active.column : undefined}
          sort={props.sort}
          onSort={props.onSort && sortBy}
        />
        <div role="rowgroup" className={styles.rows} style={{ height: rows.getTotalSize(), width }}>
          <Drawn {...shared} table={props} rows={drawn} height={rowHeight} at={{ active, range, onPress }} />
        </div>
        {footer && <VirtualTableFoot {...shared} cells={footer} width={width} height={rowHeight} />}
      </div>
      {/* what it says is inherited: on the frame, each cell would be styled anew for it */}
      <div className={styles.edges} style={laid.edges} />
    </div>
  )
}
