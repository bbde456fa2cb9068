import { useMemo, useState } from 'react'
import { barOf, cellText, columnWidths, rowsSeen, type TableOrder } from './cells.ts'
import { groundText } from '#charts/shared/ground.ts'
import type { TableColumn, TableProps } from './props.ts'
import { TableCell } from './TableCell.tsx'
import styles from './View.module.css'
import type { Canvas, Pick } from '#charts/chart.ts'
import { howOf } from '#charts/shared/hands.ts'
import { samePick } from '#charts/shared/pick-mask.ts'
import { usePainted } from '#charts/shared/picture.tsx'
import { t, tn } from '#core/text/t.ts'
import type { Value } from '#core/table/table.ts'
import type { GridHeld } from '#ui/display/grid-keys.ts'
import { VirtualTable } from '#ui/display/VirtualTable.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import type { WindowPoint } from '#ui/overlay/menu-point.ts'
import { given } from '#ui/tokens/given.ts'
import { useStill } from '#ui/tokens/still.ts'

const SEARCH_HEIGHT = 36

function gridColumn(column: TableColumn, index: number, width: number, seen: Int32Array, theme: Canvas['theme']) {
  const bar = (row: number) => {
    const found = barOf(column, column.values[seen[row] ?? -1])
    if (!found) return undefined
    const color = column.colorSigns && found.isNegative ? 'var(--danger-soft)' : 'var(--bar-soft)'
    return { share: found.share, from: found.from, color }
  }
  const tint = (row: number) => {
    const ground = column.grounds?.[seen[row] ?? -1]
    return ground ? groundText(ground, theme) : undefined
  }
  const align = column.align === 'end' ? ('end' as const) : ('start' as const)
  const own = given({
    width,
    tint: column.grounds === null ? undefined : tint,
    bar: column.extent === null ? undefined : bar,
  })
  return { id: String(index), title: column.title, align, isSortable: true, ...own }
}

function totalsOf({ columns, grain }: TableProps): string[] {
  return columns.map((column, index) => {
    if (column.total !== null) return cellText(column, column.total, grain)
    return index === 0 ? t('Totals') : ''
  })
}

/** Cells by the place they are seen at. */
function reader({ columns, grain }: TableProps, seen: Int32Array) {
  const value = (row: number, column: number): Value => columns[column]?.values[seen[row] ?? -1] ?? null
  const text = (row: number, column: number): string => {
    const found = columns[column]
    return found ? cellText(found, value(row, column), grain) : ''
  }
  const pick = (row: number, column: number): Pick | undefined => {
    const found = columns[column]
    return found?.isDimension ? { [found.name]: value(row, column) } : undefined
  }
  return { value, text, pick }
}

/** A press on a cell adds its value or takes it back; with Alt it leaves its rows out. */
function handsOf({ onPick, onMenu }: Canvas, pickAt: (row: number, column: number) => Pick | undefined) {
  const onCell = (row: number, column: number, held: GridHeld) => {
    const pick = pickAt(row, column)
    if (pick) onPick?.(pick, howOf(held) === 'not' ? 'not' : 'more')
  }
  const onCellMenu = (row: number, column: number, at: WindowPoint) => {
    const pick = pickAt(row, column)
    if (pick) onMenu?.(pick, at)
    return pick !== undefined
  }
  return { onCell: onPick && onCell, onCellMenu: onMenu && onCellMenu }
}

export default function TableView(props: TableProps & Canvas) {
  const { columns, rowCount, grain, height, picked = [], onPick } = props
  const [order, setOrder] = useState<TableOrder>()
  const [search, setSearch] = useState('')
  const seen = useMemo(
    () => rowsSeen({ columns, rowCount, grain }, order, search),
    [columns, rowCount, grain, order, search],
  )
  const grid = useMemo(() => {
    const widths = columnWidths(columns, props.width, grain)
    return columns.map((column, index) => gridColumn(column, index, widths[index] ?? 0, seen, props.theme))
  }, [columns, props.width, props.theme, seen, grain])
  usePainted(columns, props.onRendered)
  const { value, text, pick } = reader(props, seen)
  const cell = (row: number, column: number) => {
    const own = pick(row, column)
    const isPicked = own !== undefined && picked.some((each) => samePick(each, own))
    const found = value(row, column)
    const isNull = found === null || found === ''
    return (
      <TableCell
        text={text(row, column)}
        isNull={isNull}
        isPicked={isPicked}
        canPick={Boolean(onPick && own)}
        isCentered={columns[column]?.align === 'center'}
      />
    )
  }
  const isSearched = useStill() ? false : props.includeSearch
  const searchText = t('Search %s records', rowCount)
  return (
    <div
      className={styles['box']}
      style={{ width: props.width, height }}
      data-left-out={props.isPickLeftOut || undefined}
    >
      {isSearched && (
        <SearchField label={searchText} placeholder={searchText} value={search} onChange={setSearch} delay={150} />
      )}
      <VirtualTable
        label={tn('Table with %s row', 'Table with %s rows', seen.length, seen.length)}
        rowCount={seen.length}
        columns={grid}
        cell={cell}
        text={text}
        height={height - (isSearched ? SEARCH_HEIGHT : 0)}
        rowHeight={24}
        onSort={setOrder}
        onSight={props.onSight}
        {...given({
          sort: order,
          footer: props.showTotals ? totalsOf(props) : undefined,
          ...handsOf(props, pick),
        })}
      />
    </div>
  )
}
