import { useCallback, useMemo, useRef, useState } from 'react'
import { barOf, cellText, minColumnWidth, renderedColumnWidths } from './cells.ts'
import { cellBackgroundCss } from '#charts/shared/echarts/background-text.ts'
import type { TableColumn, TableProps } from './props.ts'
import { headerMenu } from './header-menu.tsx'
import { TableCell } from './TableCell.tsx'
import { TablePages, TableSearch } from './TablePages.tsx'
import { type ColumnActions, useColumns } from './use-columns.tsx'
import { type DisplayedRows, useRows } from './use-rows.tsx'
import styles from './View.module.css'
import type { ChartViewProps, SelectedMark } from '#charts/chart.ts'
import { selectionModeOf } from '#charts/shared/selection/selection-mode.ts'
import { isSameMark } from '#charts/shared/selection/selection-mask.ts'
import { usePainted } from '#charts/shared/echarts/use-picture.tsx'
import { t, tn } from '#core/text/t.ts'
import { nullShare } from '#core/table/null-share.ts'
import type { Value } from '#core/table/table.ts'
import type { GridModifierKeys } from '#ui/display/grid-keys.ts'
import type { HeaderInput } from '#ui/display/header-input.ts'
import { VirtualTable } from '#ui/display/VirtualTable.tsx'
import { announce } from '#ui/base/announce.ts'
import { ContextMenu } from '#ui/overlay/ContextMenu.tsx'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import { useIsStatic } from '#ui/tokens/static-context.ts'

export { toProps } from './props.ts'

const EDGES = { left: 'start', right: 'end' } as const

/** The parts of the canvas that columns are drawn with. */
interface GridParts {
  readonly theme: ChartViewProps['theme']
  readonly onSelect: ChartViewProps['onSelect']
}

function gridColumn(column: TableColumn, width: number, seen: Int32Array, { theme, onSelect }: GridParts) {
  const bar = (row: number) => {
    const found = barOf(column, column.values[seen[row] ?? -1])
    if (!found) return undefined
    const color = column.colorSigns && found.isNegative ? 'var(--danger-soft)' : 'var(--bar-soft)'
    return { share: found.share, from: found.from, color }
  }
  const tint = (row: number) => {
    const background = column.backgrounds?.[seen[row] ?? -1]
    return background ? cellBackgroundCss(background, theme) : undefined
  }
  const align = column.align === 'end' ? ('end' as const) : ('start' as const)
  const own = withoutUndefined({
    width,
    pin: column.pin ? EDGES[column.pin] : undefined,
    isFixed: column.isExact || undefined,
    nullShare: nullShare(column.values),
    onNulls: column.isDimension && onSelect ? () => onSelect({ [column.name]: null }, 'more') : undefined,
    tint: column.backgrounds === null ? undefined : tint,
    bar: column.extent === null ? undefined : bar,
  })
  return { id: column.key, title: column.title, align, isSortable: true, ...own }
}

function totalsOf({ grain }: TableProps, shown: readonly TableColumn[]): string[] {
  // The first column without a total has the label of the row.
  const name = shown.findIndex(({ total }) => total === null)
  return shown.map((column, index) => {
    if (column.total !== null) return cellText(column, column.total, grain)
    return index === name ? t('Totals') : ''
  })
}

/** Accessors of cells by displayed position. */
function reader(grain: TableProps['grain'], columns: readonly TableColumn[], seen: Int32Array) {
  const value = (row: number, column: number): Value => columns[column]?.values[seen[row] ?? -1] ?? null
  const text = (row: number, column: number): string => {
    const found = columns[column]
    return found ? cellText(found, value(row, column), grain) : ''
  }
  const selection = (row: number, column: number): SelectedMark | undefined => {
    const found = columns[column]
    return found?.isDimension ? { [found.name]: value(row, column) } : undefined
  }
  return { value, text, selection }
}

/** A click on a cell adds its value to the selection or removes it; with Alt it excludes its rows. */
function inputHandlersOf(
  { onSelect, onMenu }: ChartViewProps,
  selectionAt: (row: number, column: number) => SelectedMark | undefined,
) {
  const onCell = (row: number, column: number, modifierKeys: GridModifierKeys) => {
    const selection = selectionAt(row, column)
    if (selection) onSelect?.(selection, selectionModeOf(modifierKeys) === 'not' ? 'not' : 'more')
  }
  const onCellMenu = (row: number, column: number, at: WindowPoint) => {
    const selection = selectionAt(row, column)
    if (selection) onMenu?.(selection, at)
    return selection !== undefined
  }
  return { onCell: onSelect && onCell, onCellMenu: onMenu && onCellMenu }
}

/** Handles the header menus, and resizing and moving of columns. */
function useHeads(
  actions: ColumnActions,
  widths: readonly number[],
  { order, onSort }: DisplayedRows,
  grain: string | null,
) {
  const [requested, ask] = useState<{ readonly column: number; readonly at: WindowPoint }>()
  const { canMove, mayMove } = actions
  const least = (at: number) => minColumnWidth(actions.shown[at], grain)
  const headerInput: HeaderInput = {
    mayMove,
    onMenu: (column, at) => ask({ column, at }),
    onResize: (at, width) => actions.resize(at, width === null ? null : Math.max(least(at), width)),
    onMove: canMove
      ? (from, to) => {
          actions.move(from, to)
          announce(t('%s is column %s of %s', actions.shown[from]?.title ?? '', to + 1, actions.shown.length))
        }
      : undefined,
  }
  const menu = requested && (
    <ContextMenu
      label={t('Menu of %s', actions.shown[requested.column]?.title ?? '')}
      items={headerMenu(
        requested.column,
        { ...actions, resize: headerInput.onResize },
        { width: widths[requested.column] ?? 0, order, onSort },
      )}
      at={requested.at}
      onClose={() => ask(undefined)}
    />
  )
  return { headerInput, menu }
}

function useGrid(props: TableProps & ChartViewProps, { shown }: ColumnActions, { seen }: DisplayedRows) {
  const { width, theme, grain } = props
  // Columns stay the same objects while only the callback changes.
  const latest = useRef(props.onSelect)
  latest.current = props.onSelect
  const canSelect = props.onSelect !== undefined
  return useMemo(() => {
    const onSelect: GridParts['onSelect'] = canSelect
      ? (selection, mode) => latest.current?.(selection, mode)
      : undefined
    const widths = renderedColumnWidths(shown, width, grain)
    return {
      widths,
      columns: shown.map((column, index) => gridColumn(column, widths[index] ?? 0, seen, { theme, onSelect })),
    }
  }, [shown, width, theme, canSelect, seen, grain])
}

const NONE: readonly SelectedMark[] = []

/** The cell functions, stable for the same rows and selection, so that rows are not rendered again. */
function useCells(
  { grain, selectedMarks = NONE, onSelect }: TableProps & ChartViewProps,
  { shown }: ColumnActions,
  { seen }: DisplayedRows,
) {
  const read = useMemo(() => reader(grain, shown, seen), [grain, shown, seen])
  const canSelect = onSelect !== undefined
  const cell = useCallback(
    (row: number, column: number) => {
      const own = read.selection(row, column)
      const isSelected = own !== undefined && selectedMarks.some((each) => isSameMark(each, own))
      const found = read.value(row, column)
      const isNull = found === null || found === ''
      return (
        <TableCell
          text={read.text(row, column)}
          isNull={isNull}
          isSelected={isSelected}
          canSelect={canSelect && own !== undefined}
          isCentered={shown[column]?.align === 'center'}
        />
      )
    },
    [read, selectedMarks, canSelect, shown],
  )
  return { cell, text: read.text, selection: read.selection }
}

export default function TableView(props: TableProps & ChartViewProps) {
  const { pages, width, height, onOwnState } = props
  const actions = useColumns(props)
  const { shown } = actions
  const rows = useRows(props, shown)
  const grid = useGrid(props, actions, rows)
  const { headerInput, menu } = useHeads(actions, grid.widths, rows, props.grain)
  usePainted(props.columns, props.onRendered)
  const { cell, text, selection } = useCells(props, actions, rows)
  const { length } = rows.seen
  const isStill = useIsStatic()
  return (
    <div className={styles['box']} style={{ width, height }} data-left-out={props.isSelectionExcluded || undefined}>
      {props.includeSearch && !isStill && (
        <TableSearch {...props} columns={shown} rows={rows} onOwnState={onOwnState} />
      )}
      <div className={styles['rows']}>
        <VirtualTable
          label={tn('Table with %s row', 'Table with %s rows', pages?.count ?? length, pages?.count ?? length)}
          rowCount={length}
          columns={grid.columns}
          cell={cell}
          text={text}
          height="100%"
          rowHeight={24}
          isSelectable
          onSort={rows.onSort}
          onVisibleRows={props.onVisibleRows}
          {...withoutUndefined({
            before: pages ? pages.page * pages.size : undefined,
            total: pages?.count,
            headerInput: props.onControls || onOwnState ? headerInput : undefined,
            sort: rows.order,
            footer: props.showTotals ? totalsOf(props, shown) : undefined,
            ...inputHandlersOf(props, selection),
          })}
        />
        {length === 0 && <p className={styles['none-found']}>{t('No records were found')}</p>}
      </div>
      {pages && onOwnState && !isStill && <TablePages pages={pages} own={props.own} onOwnState={onOwnState} />}
      {menu}
    </div>
  )
}
