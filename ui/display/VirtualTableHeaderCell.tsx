import type { VirtualItem } from '@tanstack/react-virtual'
import type { MouseEvent } from 'react'
import { menuPoint } from '#ui/base/menu-point.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import type { GridColumn, GridSort } from './grid-column.ts'
import { headerWidth } from './grid-cell.ts'
import type { HeaderInput } from './header-input.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { NullStrip } from './NullStrip.tsx'
import { cellOffset, pinnedEdge, isPinned, type Pins } from './pinned-columns.ts'
import type { useHeaderDrag } from './use-header-drag.tsx'
import styles from './VirtualTable.module.css'

export interface VirtualTableHeadCellProps {
  readonly id: string
  readonly column: GridColumn
  readonly laid: VirtualItem
  readonly count: number
  readonly pins: Pins
  readonly isActive: boolean
  readonly sort: GridSort | undefined
  readonly onSort: ((column: number) => void) | undefined
  readonly headerInput: HeaderInput | undefined
  readonly dragging: ReturnType<typeof useHeaderDrag>
}

/** The width in px of the menu button on devices without hover. */
const MENU_WIDTH = 28

/** The menu button and the resize handle of a header. */
function Handles({
  column,
  laid,
  headerInput,
  dragging,
}: VirtualTableHeadCellProps & { readonly headerInput: HeaderInput }) {
  const texts = useTexts()
  const { index, size } = laid
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.stopPropagation()
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    headerInput.onMenu(index, { x: left, y: bottom })
  }
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className={styles.headMenu}
        aria-label={texts.columnMenu(column.title)}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={openMenu}
      >
        <Icon name="more" size={12} />
      </button>
      <span
        aria-hidden="true"
        className={styles.grip}
        data-grip={index}
        onPointerDown={(event) => dragging.take('size', index, size, event)}
        onPointerMove={dragging.onPointerMove}
        onPointerUp={dragging.onPointerUp}
        onPointerCancel={dragging.onPointerCancel}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => {
          event.stopPropagation()
          headerInput.onResize(index, null)
        }}
      />
    </>
  )
}

/** Returns the tooltip of a header: its name or hint, and its share of empty values. */
function headTitle({ hint, title, nullShare = 0 }: GridColumn, emptyShare: (percent: string) => string): string {
  if (nullShare === 0) return hint ?? title
  const percent = nullShare < 0.001 ? '<0.1' : String(Math.round(nullShare * 1000) / 10)
  return `${hint ?? title} · ${emptyShare(percent)}`
}

export function VirtualTableHeaderCell(props: VirtualTableHeadCellProps) {
  const { column, laid, count, pins, sort, onSort, headerInput, dragging } = props
  const { index, size } = laid
  const { drag } = dragging
  const texts = useTexts()
  const isSorted = sort?.column === index
  const isSortable = column.isSortable === true && onSort !== undefined
  const arrow = isSorted && sort.isDescending ? 'chevron-down' : 'chevron-up'
  const isMoving = drag?.kind === 'move' && drag.column === index
  const side = drag?.kind === 'move' && drag.to === index ? drag.side : undefined
  const onContextMenu = (event: MouseEvent) => {
    if (!headerInput) return
    event.preventDefault()
    event.stopPropagation()
    headerInput.onMenu(index, menuPoint(event, null))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles keys
    <div
      id={props.id}
      role="columnheader"
      aria-colindex={index + 1}
      aria-label={headerInput ? column.title : undefined}
      aria-haspopup={headerInput ? 'menu' : undefined}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      title={headTitle(column, texts.emptyShare)}
      data-tight={(headerInput && size < headerWidth(column.title, isSortable) + MENU_WIDTH) || undefined}
      data-moving={isMoving || undefined}
      data-drop={side}
      className={classNames(
        styles.headCell,
        column.align === 'end' && styles.end,
        isSorted && styles.sorted,
        isSortable && styles.sortable,
        props.isActive && styles.active,
        isPinned(pins, index, count) && styles.pinned,
      )}
      data-edge={pinnedEdge(pins, index, count)}
      style={cellOffset(pins, index, count, laid)}
      onPointerDown={(event) => dragging.take('move', index, size, event)}
      onPointerMove={dragging.onPointerMove}
      onPointerUp={dragging.onPointerUp}
      onPointerCancel={dragging.onPointerCancel}
      onContextMenu={onContextMenu}
      onClick={() => !dragging.wasDrag() && isSortable && onSort(index)}
    >
      <span className={styles.title}>{column.title}</span>
      {column.headEnd}
      {isSortable && (
        <span className={styles.arrow}>
          <Icon name={arrow} size={12} />
        </span>
      )}
      <NullStrip {...column} />
      {headerInput && <Handles {...props} headerInput={headerInput} />}
    </div>
  )
}
