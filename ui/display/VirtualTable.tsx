import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import type { GridCell } from './grid-cell.ts'
import type { GridColumn, GridSort } from './grid-column.ts'
import { type GridKeysProps, useGridKeys } from './grid-keys.ts'
import { useStableList } from './stable-callback.ts'
import { useScrollEdges } from '#ui/base/use-scroll-edges.ts'
import { useAvailableSpace } from './use-available-space.ts'
import { usePageWheelAtEnd } from './use-page-wheel-at-end.ts'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import { openGridMenu, selectHeaderCells, handleHeaderKey } from './grid-header-actions.ts'
import type { HeaderInput } from './header-input.ts'
import { headerHeight, useWidths } from './use-widths.ts'
import { type Pins, pinsOf, withPinnedColumns } from './pinned-columns.ts'
import { type HeaderDrag, useHeaderDrag } from './use-header-drag.tsx'
import styles from './VirtualTable.module.css'
import { VirtualTableFooter } from './VirtualTableFooter.tsx'
import { VirtualTableHeader } from './VirtualTableHeader.tsx'
import { VirtualTableRow } from './VirtualTableRow.tsx'
import { visibleRows, completeRowsHeight } from './complete-rows-height.ts'

export interface VirtualTableProps {
  readonly label: string
  readonly rowCount: number
  /** If the rows are one page: the number of rows before it, and the total. */
  readonly before?: number | undefined
  readonly total?: number | undefined
  readonly columns: readonly GridColumn[]
  /** Renders a cell. */
  readonly cell: (row: number, column: number) => ReactNode
  /** Returns the text of a cell for the clipboard and screen readers. */
  readonly text: (row: number, column: number) => string
  readonly sort?: GridSort | undefined
  readonly onSort?: ((sort: GridSort) => void) | undefined
  /** Called on a click on a cell, or Enter. */
  readonly onCell?: GridKeysProps['onCell']
  /** Called to open the context menu of a cell, by pointer or keyboard. Returns whether there is one. */
  readonly onCellMenu?: ((row: number, column: number, at: WindowPoint) => boolean) | undefined
  readonly rowHeight?: number | undefined
  /** By default the height of the container. */
  readonly height?: number | string | undefined
  /** Whether blocks of cells can be selected with Shift and copied. */
  readonly isSelectable?: boolean | undefined
  /** A sticky footer row, one entry per column. */
  readonly footer?: readonly ReactNode[] | undefined
  readonly onCopied?: ((rows: number) => void) | undefined
  /** The column actions in the headers. */
  readonly headerInput?: HeaderInput | undefined
  readonly rowLabel?: ((row: number) => string) | undefined
  /** Called with the number of completely visible rows. */
  readonly onVisibleRows?: ((rows: number) => void) | undefined
}

/** A new function per set of widths makes the virtualizer recompute the layout during rendering. */
const keysFor = (_widths: readonly number[]) => (index: number) => index

/** Rows rendered above and below the visible ones, for smooth scrolling. */
const OVERSCAN = 12

/** Returns the rows and columns to render. */
function useWindow(
  props: VirtualTableProps,
  frame: RefObject<HTMLDivElement | null>,
  box: RefObject<HTMLDivElement | null>,
  drag: HeaderDrag | undefined,
) {
  const { rowCount, columns, footer, onVisibleRows } = props
  // Until the pointer or the focus enters, nobody scrolls.
  const [isEntered, setEntered] = useState(false)
  const onEnter = useCallback(() => setEntered(true), [])
  const isNarrow = useIsNarrow()
  const rowHeight = props.rowHeight ?? (isNarrow ? 32 : 24)
  const room = useAvailableSpace(frame, box)
  const available = room.width
  usePageWheelAtEnd(box)
  const widths = useWidths(props, available, drag)
  const head = headerHeight(columns, widths)
  const pins = useMemo(() => pinsOf(columns, widths, available), [columns, widths, available])
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: isEntered ? OVERSCAN : 1,
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
    scrollPaddingStart: pins.startWidth,
    scrollPaddingEnd: pins.endWidth,
    rangeExtractor: (range) => withPinnedColumns(defaultRangeExtractor(range), pins, columns.length),
  })
  // A new page starts at its top.
  useLayoutEffect(() => rows.scrollToOffset(0), [rows, props.before])
  const chromeHeight = head + room.bar + (footer ? rowHeight : 0)
  const laid = { count: rowCount, height: rowHeight, chromeHeight }
  const visibleCount = room.height > 0 ? visibleRows(room.height, laid) : undefined
  useEffect(() => {
    if (visibleCount !== undefined) onVisibleRows?.(visibleCount)
  }, [visibleCount, onVisibleRows])
  const height = room.height > 0 ? completeRowsHeight(room.height, laid) : '100%'
  // The end of the rows and the start of the scroll bar, for the edges that indicate more content.
  const edges = {
    '--grid-end': `${(room.height > 0 ? Number(height) : 0) - chromeHeight + head}px`,
    '--grid-bar': `${room.sideBar}px`,
  } as CSSProperties
  const more = useScrollEdges(box, height, rows.getTotalSize(), across.getTotalSize(), available)
  const drawn = rows.getVirtualItems()
  const seen = useStableList(across.getVirtualItems())
  const frameProps = { 'data-more': more, onPointerEnter: onEnter, onFocus: onEnter }
  return { rows, across, rowHeight, head, height, edges, pins, widths, drawn, seen, frameProps }
}

/** Returns the id of the active cell; undefined if it has been scrolled out and is not rendered. */
function activeId(id: string, active: GridCell | undefined, drawn: readonly VirtualItem[]): string | undefined {
  const isDrawn = active && (active.row === -1 || drawn.some(({ index }) => index === active.row))
  return isDrawn ? `${id}-${active.row}-${active.column}` : undefined
}

const ariaProps = ({ label, rowCount, total = rowCount, columns, isSelectable }: VirtualTableProps) => ({
  'aria-label': label,
  'aria-rowcount': total + 1,
  'aria-colcount': columns.length,
  'aria-multiselectable': isSelectable || undefined,
})

interface DrawnProps {
  readonly gridId: string
  readonly columns: readonly GridColumn[]
  readonly seen: readonly VirtualItem[]
  readonly pins: Pins
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
  const dragging = useHeaderDrag(props.headerInput)
  const { rows, across, rowHeight, head, pins, widths, drawn, seen, ...laid } = useWindow(
    props,
    frame,
    box,
    dragging.drag,
  )
  const { active, range, onPress, sortBy, ...handlers } = useGridKeys(props, {
    page: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / rowHeight) - 2),
    onMove: (cell) => {
      if (cell.row >= 0) rows.scrollToIndex(cell.row)
      across.scrollToIndex(cell.column)
    },
    onHeadKey: props.headerInput && ((event, column) => handleHeaderKey(event, column, widths, id, props.headerInput)),
  })
  const width = across.getTotalSize()
  const shared = { gridId: id, columns, seen, pins }
  return (
    <div ref={frame} className={styles.frame} style={{ height: props.height ?? '100%' }} {...laid.frameProps}>
      <div
        ref={box}
        role="grid"
        id={id}
        {...ariaProps(props)}
        aria-activedescendant={activeId(id, active, drawn)}
        tabIndex={0}
        className={styles.grid}
        style={{ height: laid.height }}
        onMouseDown={(event) => props.isSelectable && selectHeaderCells(event)}
        onContextMenu={(event) => openGridMenu(event, id, props)}
        {...handlers}
      >
        <VirtualTableHeader
          {...shared}
          width={width}
          height={head}
          active={active?.row === -1 ? active.column : undefined}
          sort={props.sort}
          onSort={props.onSort && sortBy}
          headerInput={props.headerInput}
          dragging={dragging}
        />
        <div role="rowgroup" className={styles.rows} style={{ height: rows.getTotalSize(), width }}>
          <Drawn {...shared} table={props} rows={drawn} height={rowHeight} at={{ active, range, onPress }} />
        </div>
        {footer && <VirtualTableFooter {...shared} cells={footer} width={width} height={rowHeight} />}
      </div>
      {/* Its custom properties are inherited: on the frame, they would restyle every cell. */}
      <div className={styles.edges} style={laid.edges} />
    </div>
  )
}
